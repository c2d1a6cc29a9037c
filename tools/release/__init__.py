"""What `./release` is made of: see there."""
