//! D(3, q): point (p1, p2, p3) and line (l1, l2, l3) are joined if p2 + l2 = p1·l1 and p3 + l3 = p1·l2 modulo
//! q. Edge v = ((p1·q + p2)·q + p3)·q + l1.

/// The numbers of the point and of the line that edge `v` joins. q is at most 101, so nothing overflows.
pub(super) fn ends(v: u32, q: u32) -> (u32, u32) {
    let (point, l1) = (v / q, v % q);
    let (upper, p3) = (point / q, point % q);
    let (p1, p2) = (upper / q, upper % q);
    let l2 = (p1 * l1 + q - p2) % q;
    let l3 = (p1 * l2 + q - p3) % q;
    (point, (l1 * q + l2) * q + l3)
}
