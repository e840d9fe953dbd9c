import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** For tests; nothing in the product imports this. What pages and wallets speak about in every interop test. */

interface Asked {
  readonly chains: string[]
  readonly methods: string[]
  readonly events: string[]
}
type Family = 'eip155' | 'solana' | 'bip122'

export const key: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey())
export const account: string = `eip155:1:${key.address}`

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'

export const asked: Record<Family, Asked> = {
  eip155: {
    chains: ['eip155:1'],
    methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_signTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
  solana: { chains: [solana], methods: ['solana_signTransaction'], events: [] },
  bip122: { chains: [bitcoin], methods: ['signPsbt'], events: [] },
}

export const granted: Record<Family, Asked & { readonly accounts: string[] }> = {
  eip155: { ...asked.eip155, accounts: [account] },
  solana: { ...asked.solana, accounts: [`${solana}:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv`] },
  bip122: { ...asked.bip122, accounts: [`${bitcoin}:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq`] },
}

/** Carried as they are: what is in them is nobody's business on the way. */
export const otherFamilies = [
  {
    chainId: solana,
    method: 'solana_signTransaction',
    params: { transaction: 'AQID+/=', amount: '18446744073709551615', pubkey: null },
    result: { signature: '2Lgé\u0000' },
  },
  {
    chainId: bitcoin,
    method: 'signPsbt',
    params: { psbt: 'cHNidP8BAA==', signInputs: [{ index: 0, sighashTypes: [1] }], empty: { '': [[]] } },
    result: { psbt: 'cHNidP8=' },
  },
] as const

export const text = 'Hello — ünïcode \u{1f511}'
export const message: `0x${string}` = `0x${Buffer.from(text).toString('hex')}`

export const typedData = {
  domain: { name: 'Foyer', version: '1', chainId: 1 },
  types: { Mail: [{ name: 'contents', type: 'string' }] },
  primaryType: 'Mail',
  message: { contents: 'Hello — ünïcode' },
} as const

export const transaction: Readonly<Record<string, string>> = {
  from: key.address,
  to: key.address,
  value: '0x1',
  gas: '0x5208',
  maxFeePerGas: '0x1',
  nonce: '0x0',
}

/** What a wallet makes of {@link transaction}. */
export const signTransaction = (): Promise<`0x${string}`> =>
  key.signTransaction({
    ...{ type: 'eip1559', chainId: 1, to: key.address, value: 1n, gas: 21_000n, maxFeePerGas: 1n, nonce: 0 },
  })

/** Why either side ends a session. */
export const reason = { code: 6000, message: 'User disconnected.' } as const

/** A signature, as text of any kind. */
export const hexOf = (value: unknown): `0x${string}` => `0x${String(value).replace(/^0x/, '')}`
