class Live:
    def __init__(self, *_): pass
    def __enter__(self): return self
    def __exit__(self, *_): pass
    def check(self, row): raise NotImplementedError
