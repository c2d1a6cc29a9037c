LONG = []
