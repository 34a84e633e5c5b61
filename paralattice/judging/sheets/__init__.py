"""Sheets for judges: items, forms, assignment, workbook and page."""
