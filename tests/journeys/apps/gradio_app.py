"""A form, a table and a code editor of Gradio's own components; `python gradio_app.py PORT`."""

import json
import sys

import gradio as gr

with gr.Blocks(title="Form") as demo:
    with gr.Tab("Form"):
        fields = [
            gr.Textbox(label="Name"),
            gr.Slider(0, 100, label="Age"),
            gr.Dropdown(["Oslo", "Rome", "Lima"], label="City", multiselect=True),
            gr.Radio(["A", "B"], label="Plan"),
            gr.CheckboxGroup(["x", "y", "z"], label="Opts"),
            gr.DateTime(label="When", type="string"),
            gr.File(label="Doc"),
        ]
        out = gr.Textbox(label="Out", elem_id="out")

        def told(*values):
            *others, file = values
            return json.dumps([*others, file.rsplit("/", 1)[-1] if file else None])

        gr.Button("Submit").click(told, fields, out)
    with gr.Tab("Table"):
        table = gr.Dataframe(
            [[n, n * n] for n in range(5)], headers=["n", "square"], datatype="number", interactive=True
        )
        total = gr.Textbox(label="Sum", elem_id="sum")
        table.change(lambda rows: f"cell 3 and 1: {int(rows.iloc[3, 1]) + 1}", table, total)
        code = gr.Code("print(1)", language="python", interactive=True)
        lines = gr.Markdown(elem_id="lines")
        gr.Button("Lines").click(lambda text: f"{len(text.splitlines())} lines", code, lines)
demo.launch(server_name="127.0.0.1", server_port=int(sys.argv[1]), share=False)
