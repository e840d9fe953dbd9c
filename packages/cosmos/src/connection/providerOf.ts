import type { Abortable } from '@foyer/core'
import type { LiveWallet } from '@foyer/core/family'
import { base64, hex } from '@scure/base'
import * as v from 'valibot'
import { chainIdOf } from '../chain/chains.js'
import type { CosmosProvider } from '../family.js'
import { Amino, signatureOf } from '../wire/methods.js'
import { Bytes, type Keplr, type Shown } from './keplr.js'

const Signature = v.object({ signature: v.string() })
/** A number as texts, longs and numbers have it. */
const Count = v.pipe(
  v.unknown(),
  v.transform((value): string => `${value}`),
  v.regex(/^\d{1,20}$/),
  v.transform((text) => BigInt(text)),
)
const SignedDirect = v.object({
  signed: v.object({ bodyBytes: Bytes, authInfoBytes: Bytes, chainId: v.string(), accountNumber: Count }),
  signature: Signature,
})
const SignedAmino = v.object({ signed: Amino, signature: Signature })

interface Asked<Doc> extends Abortable {
  readonly method: string
  readonly args: readonly [chainId: string, address: string, doc: object]
  readonly schema: v.GenericSchema<
    unknown,
    { readonly signed: Doc; readonly signature: { readonly signature: string } }
  >
}

/** A wallet with Keplr's API as the family's provider, on the chain in use. */
export function providerOf(
  { wallet: keplr, now, checked }: Pick<LiveWallet<unknown, Keplr, Shown>, 'wallet' | 'now' | 'checked'>,
  look: (signal?: AbortSignal | undefined) => Promise<Shown>,
): CosmosProvider {
  const sign = async <Doc>({ signal, ...asked }: Asked<Doc>) => {
    await checked(asked.args[1], signal)
    const answer = await keplr.ask({ ...asked, expected: 'what was signed, with its signature', signal })
    return { doc: answer.signed, signature: signatureOf(answer.signature.signature, asked.method) }
  }
  const signDirect: NonNullable<CosmosProvider['signDirect']> = ({ address, doc, signal }) => {
    const args = [doc.chainId, address, { ...doc, accountNumber: longOf(doc.accountNumber) }] as const
    return sign({ method: 'signDirect', args, schema: SignedDirect, signal })
  }
  return {
    async getAccounts({ signal } = {}) {
      const { account } = await look(signal)
      const { address, publicKey } = account
      return [{ address, publicKey: publicKey === undefined ? undefined : hex.decode(publicKey) }]
    },
    async signMessage({ address, message, signal }) {
      const chainId = chainIdOf((await checked(address, signal)).networkId)
      const [method, expected] = ['signArbitrary', 'a signature'] as const
      const args = [chainId, address, message]
      const { signature } = await keplr.ask({ method, args, schema: Signature, expected, signal })
      return base64.encode(signatureOf(signature, method))
    },
    get signDirect() {
      return now().isDevice ? undefined : signDirect
    },
    signAmino: ({ address, doc, signal }) =>
      sign({ method: 'signAmino', args: [doc.chain_id, address, doc], schema: SignedAmino, signal }),
  }
}

/** A number of 64 bits as older wallets read it (long.js), and newer ones by its text. */
const longOf = (value: bigint) => ({
  low: Number(BigInt.asIntN(32, value)),
  high: Number(BigInt.asIntN(32, value >> 32n)),
  unsigned: true,
  toString: () => `${value}`,
})
