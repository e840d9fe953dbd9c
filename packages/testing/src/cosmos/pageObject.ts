import type { PageAnswer } from '../pageWallet.js'

export interface CosmosObjectParameters {
  readonly request: (request: { readonly method: string; readonly params: unknown }) => Promise<PageAnswer>
}

/**
 * The object of Keplr's API that a page finds. Bytes cross to the wallet as lists of numbers. It is written out as text into browsers, so it uses nothing from
 * outside itself.
 */
export function cosmosPageObject({ request }: CosmosObjectParameters): object {
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const answer = await request({ method, params })
    if (answer.type === 'result') return answer.result
    if (answer.type === 'thrown') throw answer.thrown
    // Keplr's refusals carry no number.
    if (answer.code === 4001) throw new Error('Request rejected')
    throw Object.assign(new Error(answer.message), { code: answer.code })
  }
  const inside = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)
  const withBytes = (value: unknown, names: readonly string[]): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const made: Record<string, unknown> = { ...value }
    for (const name of names) if (Array.isArray(made[name])) made[name] = Uint8Array.from(made[name])
    return made
  }
  const keplr = {
    version: '0.12.313',
    mode: 'extension',
    ping: async () => {},
    enable: (chainIds: unknown) => ask('enable', [chainIds]),
    disable: (chainIds: unknown) => ask('disable', [chainIds]),
    getKey: async (chainId: unknown) => withBytes(await ask('getKey', [chainId]), ['pubKey', 'address']),
    signArbitrary: (...args: readonly unknown[]) => ask('signArbitrary', args),
    signAmino: (...args: readonly unknown[]) => ask('signAmino', args),
    async signDirect(chainId: unknown, signer: unknown, doc: unknown) {
      const listed = (name: string) => Array.from(Object(inside(doc, name)))
      const sent = {
        bodyBytes: listed('bodyBytes'),
        authInfoBytes: listed('authInfoBytes'),
        chainId: inside(doc, 'chainId'),
        // Keplr's own client says nothing in place of 0.
        accountNumber: String(inside(doc, 'accountNumber') ?? 0),
      }
      const answer = await ask('signDirect', [chainId, signer, sent])
      const signed = withBytes(inside(answer, 'signed'), ['bodyBytes', 'authInfoBytes'])
      return typeof answer === 'object' && answer !== null ? { ...answer, signed } : answer
    },
  }
  /** The signer that cosmjs takes. */
  const amino = (chainId: unknown) => ({
    async getAccounts() {
      const key = await keplr.getKey(chainId)
      return [{ address: inside(key, 'bech32Address'), algo: 'secp256k1', pubkey: inside(key, 'pubKey') }]
    },
    signAmino: (signer: unknown, doc: unknown) => keplr.signAmino(chainId, signer, doc),
  })
  const full = (chainId: unknown) => ({
    ...amino(chainId),
    signDirect: (signer: unknown, doc: unknown) => keplr.signDirect(chainId, signer, doc),
  })
  return Object.assign(keplr, {
    getOfflineSigner: full,
    getOfflineSignerOnlyAmino: amino,
    async getOfflineSignerAuto(chainId: unknown) {
      const key = await keplr.getKey(chainId)
      return inside(key, 'isNanoLedger') ? amino(chainId) : full(chainId)
    },
  })
}
