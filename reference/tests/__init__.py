"""python3 -m unittest discover -s reference/tests -t reference"""
