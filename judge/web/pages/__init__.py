"""The pages: functions of an Ask that return a Reply. They call what the commands call, and render."""
