/** The ids by which wallets call the public networks: by their names. */
export const otherIds: Readonly<Record<string, string>> = {
  'tezos:NetXdQprcVkpaWU': 'tezos:mainnet',
  'tezos:NetXnHfVqm9iesp': 'tezos:ghostnet',
  'tezos:NetXsqzbfFenSTS': 'tezos:shadownet',
}
