/**
 * PUBLICLY KNOWN: the first payment addresses of `devMnemonic` on a local network, at `m/84'/1'/n'/0/0` (BIP-84). Whatever is sent to their keys' addresses on a
 * public network is stolen at once.
 */
export const devBitcoinAddresses: readonly string[] = [
  'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
  'bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3',
  'bcrt1q03j55x5vxk4tp2qs5c74y6wmtgx9g586el74s6',
]
