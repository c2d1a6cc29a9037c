"""expand_message_xmd of RFC 9380, section 5.3.1."""

import hashlib


def expand_message_xmd(hash_name, msg, dst, length):
    """`length` pseudorandom bytes from `msg` under the domain separation tag `dst` (1 to 255 bytes)."""

    def h(data):
        return hashlib.new(hash_name, data).digest()

    digest_size, block_size = hashlib.new(hash_name).digest_size, hashlib.new(hash_name).block_size
    count = (length + digest_size - 1) // digest_size
    if count > 255 or length > 65535 or not 1 <= len(dst) <= 255:
        raise ValueError("expand_message_xmd: length or DST out of range")
    dst_prime = dst + bytes([len(dst)])
    b_0 = h(bytes(block_size) + msg + length.to_bytes(2, "big") + b"\0" + dst_prime)
    blocks = [h(b_0 + b"\1" + dst_prime)]
    for i in range(2, count + 1):
        mixed = bytes(a ^ b for a, b in zip(b_0, blocks[-1]))
        blocks.append(h(mixed + bytes([i]) + dst_prime))
    return b"".join(blocks)[:length]
