"""Tables: CSV, workbooks, and Markdown and LaTeX for papers."""
