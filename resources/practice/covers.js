"use strict";

/** Draws the cover of a book as inline SVG, so that the shop needs no pictures. */
const Cover = (() => {
  /** @type {Record<string, (paper: string, light: string) => string>} One drawing for each kind of art, in 200 × 300. */
  const ART = {
    peaks: (paper, light) => `
      <circle cx="142" cy="150" r="26" fill="${light}"/>
      <path d="M0 262 52 172l34 52 42-78 72 116v38H0z" fill="${paper}" opacity=".22"/>
      <path d="M0 282 74 206l30 34 40-46 56 76v30H0z" fill="${paper}" opacity=".9"/>
      <path d="m74 206 30 34-12 4-10-8-12 10-8-6z" fill="${light}"/>`,
    hills: (paper, light) => `
      <circle cx="62" cy="170" r="22" fill="${light}"/>
      <path d="M0 236c40-44 84-44 124-8 28 24 52 22 76 4v68H0z" fill="${paper}" opacity=".3"/>
      <path d="M0 272c50-36 96-28 130-6 26 16 50 12 70 0v34H0z" fill="${paper}" opacity=".9"/>`,
    waves: (paper, light) => `
      <circle cx="100" cy="176" r="34" fill="${light}"/>
      ${[206, 230, 254, 278].map((y, row) => `<path d="M-10 ${y}q18-14 36 0t36 0 36 0 36 0 36 0 36 0 36 0"
        fill="none" stroke="${paper}" stroke-width="${3 + row}" opacity="${0.45 + row * 0.17}"/>`).join("")}`,
    island: (paper, light) => `
      <circle cx="146" cy="158" r="20" fill="${light}"/>
      <path d="M34 238c16-40 40-54 62-40 12-18 42-14 66 40z" fill="${paper}" opacity=".9"/>
      <path d="M0 238h200M26 254h148M60 270h80" stroke="${light}" stroke-width="4" stroke-linecap="round"/>`,
    hut: (paper, light) => `
      <path d="m46 232 54-58 54 58z" fill="${light}"/>
      <path d="M60 232h80v44H60z" fill="${paper}"/>
      <path d="M90 246h20v30H90z" fill="${light}"/>
      <path d="M0 276h200" stroke="${paper}" stroke-width="4"/>
      <path d="m22 276 12-48 12 48zM158 276l10-40 10 40z" fill="${paper}" opacity=".45"/>`,
    pot: (paper, light) => `
      <path d="M48 208h104v34q0 30-30 30H78q-30 0-30-30z" fill="${paper}"/>
      <path d="M38 200h124" stroke="${light}" stroke-width="10" stroke-linecap="round"/>
      <path d="M78 182q-10-12 0-22M100 182q-10-12 0-22M122 182q-10-12 0-22" fill="none" stroke="${light}"
        stroke-width="4" stroke-linecap="round"/>`,
    bread: (paper, light) => `
      <path d="M36 232q0-46 64-46t64 46q0 36-20 36H56q-20 0-20-36z" fill="${light}"/>
      <path d="m72 204 14 28M98 200l14 28M124 204l14 28" stroke="${paper}" stroke-width="7" stroke-linecap="round"/>`,
    berries: (paper, light) => `
      <path d="M100 164q-4 34-30 56M100 164q4 34 30 56M100 164v76" fill="none" stroke="${paper}" stroke-width="4"/>
      <circle cx="68" cy="230" r="19" fill="${light}"/><circle cx="132" cy="230" r="19" fill="${light}"/>
      <circle cx="100" cy="252" r="21" fill="${paper}"/>
      <path d="M100 166q26-22 48-6-22 18-48 6z" fill="${paper}" opacity=".8"/>`,
    bird: (paper, light) => `
      <circle cx="148" cy="166" r="18" fill="${light}"/>
      <path d="M40 224q34-6 46-32 26-10 42 14l22 2-20 12q-12 44-56 40-22-2-34-36z" fill="${paper}"/>
      <circle cx="112" cy="206" r="3.5" fill="${light}"/>
      <path d="M10 276h180" stroke="${light}" stroke-width="5" stroke-linecap="round"/>
      <path d="M84 260v16M98 260v16" stroke="${paper}" stroke-width="3"/>`,
    rain: (paper, light) => `
      <path d="M54 210a24 24 0 0 1 4-47 34 34 0 0 1 64-6 27 27 0 0 1 26 53z" fill="${paper}"/>
      <path d="m66 226-10 22M92 226l-10 22M118 226l-10 22M144 226l-10 22M78 256l-10 22M104 256l-10 22M130 256l-10 22"
        stroke="${light}" stroke-width="4" stroke-linecap="round"/>`,
    moon: (paper, light) => `
      <path d="M118 152a44 44 0 1 0 22 78 38 38 0 0 1-22-78z" fill="${light}"/>
      <g fill="${paper}"><circle cx="44" cy="176" r="3"/><circle cx="152" cy="172" r="3"/><circle cx="166" cy="212" r="2"/>
      <circle cx="36" cy="226" r="2"/></g>
      <path d="M0 274q26-12 50 0t50 0 50 0 50 0v26H0z" fill="${paper}" opacity=".85"/>`,
    contours: (paper, light) => `
      <g fill="none" stroke="${paper}" stroke-width="2.5" opacity=".75">
      ${[18, 34, 50, 66, 84].map((r) => `<path d="M${100 - r} 222q${r * 0.1}-${r * 0.9} ${r}-${r * 0.72}t${r} ${r * 0.6}q-${r * 0.1} ${r * 0.75}-${r} ${r * 0.72}t-${r}-${r * 0.6}z"/>`).join("")}</g>
      <path d="m34 280 40-30 34-2 26-34 30-10" fill="none" stroke="${light}" stroke-width="4" stroke-dasharray="2 9"
        stroke-linecap="round"/>`,
  };

  /** Breaks a title into lines that fit the cover. @param {string} title @returns {string[]} */
  function lines(title) {
    const rows = [""];
    for (const word of title.split(" ")) {
      const last = rows[rows.length - 1];
      if (last && `${last} ${word}`.length > 12) rows.push(word);
      else rows[rows.length - 1] = last ? `${last} ${word}` : word;
    }
    return rows;
  }

  /** @param {Book} book @param {{labelled?: boolean}} [options] @returns {SVGElement} */
  function draw(book, { labelled = false } = {}) {
    const [ground, light, paper] = book.colours;
    const words = lines(book.title);
    const title = words.map((text, row) => `<tspan x="20" y="${48 + row * 27}">${text}</tspan>`).join("");
    const holder = document.createElement("div");
    holder.innerHTML = `
      <svg class="cover" viewBox="0 0 200 300" xmlns="http://www.w3.org/2000/svg" focusable="false">
        <rect width="200" height="300" fill="${ground}"/>
        ${ART[book.art](paper, light)}
        <text fill="${paper}" class="cover-title">${title}</text>
        <text x="20" y="${62 + (words.length - 1) * 27 + 10}" fill="${light}" class="cover-author">${book.author}</text>
        <rect width="9" height="300" fill="#000" opacity=".16"/>
      </svg>`;
    const svg = /** @type {SVGElement} */ (holder.firstElementChild);
    if (labelled) {
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", `Cover of ${book.title}`);
    } else {
      svg.setAttribute("aria-hidden", "true");
    }
    return svg;
  }

  return { draw };
})();
