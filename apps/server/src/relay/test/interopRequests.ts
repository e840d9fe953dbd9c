import { hashMessage, parseTransaction, recoverAddress, verifyTypedData } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'

/** For tests. What every interop test requests, grants and signs. */

interface Namespace {
  readonly chains: string[]
  readonly methods: string[]
  readonly events: string[]
}
type Family = 'eip155' | 'solana' | 'bip122'

export const key: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey())
export const account: string = `eip155:1:${key.address}`

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'

export const requested: Record<Family, Namespace> = {
  eip155: {
    chains: ['eip155:1'],
    methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_signTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
  solana: { chains: [solana], methods: ['solana_signTransaction'], events: [] },
  bip122: { chains: [bitcoin], methods: ['signPsbt'], events: [] },
}

export const granted: Record<Family, Namespace & { readonly accounts: string[] }> = {
  eip155: { ...requested.eip155, accounts: [account] },
  solana: { ...requested.solana, accounts: [`${solana}:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv`] },
  bip122: { ...requested.bip122, accounts: [`${bitcoin}:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq`] },
}

/** Requests of other families, which neither side parses. */
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

/** The wallet's result for {@link transaction}. */
export const signTransaction = (): Promise<`0x${string}`> =>
  key.signTransaction({
    ...{ type: 'eip1559', chainId: 1, to: key.address, value: 1n, gas: 21_000n, maxFeePerGas: 1n, nonce: 0 },
  })

/** Why either side ends a session. */
export const reason = { code: 6000, message: 'User disconnected.' } as const

/** A result as hexadecimal, with or without its prefix. */
export const hexOf = (value: unknown): `0x${string}` => `0x${String(value).replace(/^0x/, '')}`

/** A dapp's request. */
export interface ChainRequest {
  readonly chainId: string
  readonly method: string
  readonly params: unknown
}

/** Sends a request within a session; `answer` gets the parameters as the wallet received them and returns its result. */
export type Send = (request: ChainRequest, answer: (params: unknown) => unknown) => Promise<unknown>

/** A message reaches the wallet unchanged and returns signed. */
export async function expectMessageSigned({
  send,
  chainId,
}: {
  readonly send: Send
  readonly chainId: string
}): Promise<void> {
  const params = [message, key.address]
  const signature = await send({ chainId, method: 'personal_sign', params }, (received) => {
    expect(received).toEqual(params)
    return key.signMessage({ message: { raw: message } })
  })
  expect(await recoverAddress({ hash: hashMessage(text), signature: hexOf(signature) })).toBe(key.address)
}

/** A message, typed data and a transaction reach the wallet unchanged and return signed. */
export async function expectSigned(send: Send): Promise<void> {
  const chainId = 'eip155:1'
  await expectMessageSigned({ send, chainId })

  const mail = [key.address, JSON.stringify(typedData)]
  const signature = await send({ chainId, method: 'eth_signTypedData_v4', params: mail }, (received) => {
    expect(received).toEqual(mail)
    return key.signTypedData(typedData)
  })
  expect(await verifyTypedData({ ...typedData, address: key.address, signature: hexOf(signature) })).toBe(true)

  const signed = await send({ chainId, method: 'eth_signTransaction', params: [transaction] }, (received) => {
    expect(received).toEqual([transaction])
    return signTransaction()
  })
  expect(parseTransaction(hexOf(signed))).toMatchObject({ chainId: 1, value: 1n })
}

/** Requests and results of other families arrive byte for byte. */
export async function expectCarried(send: Send): Promise<void> {
  for (const { result, ...request } of otherFamilies) {
    const response = await send(request, (received) => {
      expect(JSON.stringify(received)).toBe(JSON.stringify(request.params))
      return result
    })
    expect(JSON.stringify(response)).toBe(JSON.stringify(result))
  }
}
