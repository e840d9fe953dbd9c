import type { Abortable, ConnectorHost } from '@foyer/core'
import { askObject, readProperty } from '@foyer/core/connector'
import { foreignError, ProviderDisconnectedError, UnsupportedMethodError, UserRejectedError } from '@foyer/core/errors'
import { eachReadable, optionalOrNull } from '@foyer/core/lenient'
import * as v from 'valibot'
import { written } from '../chain/queries.js'
import { entryOf, type FoundWallet } from '../discovery/discoverWallets.js'
import type { PolkadotAccount, PolkadotPayload, PolkadotSigned } from '../family.js'
import { wrapped } from '../verify/wrapped.js'
import { WireSignature, WireSigned } from '../wire/methods.js'

/** An account as a wallet lists it. */
export interface ListedAccount extends PolkadotAccount {
  /** The one chain that it is for; any where nothing is said. */
  readonly genesisHash?: string | undefined
}

/** A wallet in the page, asked by its own methods; what it answers is parsed. It lets the page in once, when it is first asked for anything. */
export interface WalletObject {
  /** The visitor is asked where the page isn't let in yet. */
  accounts(options?: Abortable): Promise<readonly ListedAccount[]>
  /** Follows its accounts from now on. @returns stops */
  follow(changed: (accounts: readonly ListedAccount[]) => void): () => void
  signRaw(request: Abortable & { readonly address: string; readonly message: string }): Promise<string>
  signPayload(request: Abortable & { readonly payload: PolkadotPayload }): Promise<PolkadotSigned>
}

const kinds = ['sr25519', 'ed25519', 'ecdsa'] as const

/** Accounts of another kind than the family's are left out: those of `ethereum` have 20 bytes. */
const Accounts = v.pipe(
  eachReadable(
    v.object({ address: v.string(), type: optionalOrNull(v.string()), genesisHash: optionalOrNull(v.string()) }),
    1000,
  ),
  v.transform((listed) =>
    listed.flatMap(({ address, type, genesisHash }): readonly ListedAccount[] => {
      const kind = kinds.find((each) => each === type)
      if (type && !kind) return []
      return [{ address, kind, genesisHash: genesisHash || undefined }]
    }),
  ),
)

/** The object that a wallet gives a page which it lets in, with the accounts and the signer. */
const Injected = v.custom<object>((said) => typeof readProperty(readProperty(said, 'accounts'), 'get') === 'function')

/** Wallets say in a word of their own that their visitor refused, without a number. */
function readError(cause: unknown): Error | undefined {
  const said = cause instanceof Error ? cause.message : cause
  return typeof said === 'string' && /^(cancell?ed|rejected by user)\b/i.test(said)
    ? new UserRejectedError({ cause })
    : undefined
}

/** How the page calls itself has no control characters, and some letters at most. */
const longestName = 128

export function createWalletObject({
  found: { source },
  host: { clock, metadata, report },
}: {
  readonly found: Pick<FoundWallet, 'source'>
  readonly host: Pick<ConnectorHost, 'clock' | 'metadata' | 'report'>
}): WalletObject {
  let injected: object | undefined
  const enter = async (signal?: AbortSignal | undefined): Promise<object> => {
    const object = source()
    if (object === undefined) throw new ProviderDisconnectedError()
    if (injected) return injected
    const method = entryOf(object)
    if (!method) throw new UnsupportedMethodError({ context: { method: 'enable' } })
    const args = [metadata.name.slice(0, longestName)]
    const expected = 'accounts and a signer'
    injected = await askObject({ method, args, schema: Injected, expected, source, clock, signal, readError })
    return injected
  }
  const askPart = async <T>(
    part: 'accounts' | 'signer',
    asked: Abortable & {
      readonly method: string
      readonly args: readonly unknown[]
      readonly schema: v.GenericSchema<unknown, T>
      readonly expected: string
    },
  ): Promise<T> => {
    const entered = await enter(asked.signal)
    return askObject({ ...asked, clock, readError, source: () => readProperty(entered, part) })
  }
  return {
    accounts: ({ signal } = {}) =>
      askPart('accounts', { method: 'get', args: [], schema: Accounts, expected: 'accounts', signal }),
    follow(changed) {
      const stops = new AbortController()
      const begin = (entered: object) => {
        if (stops.signal.aborted) return
        const accounts = readProperty(entered, 'accounts')
        const subscribe = readProperty(accounts, 'subscribe')
        if (typeof subscribe !== 'function') return
        const receive = (said: unknown) => {
          const { success, output } = v.safeParse(Accounts, said)
          if (success && !stops.signal.aborted) changed(output)
        }
        let stop: unknown
        try {
          stop = Reflect.apply(subscribe, accounts, [receive])
        } catch (cause) {
          report(foreignError(cause, { method: 'accounts.subscribe' })) // a wallet that can't be listened to can still be asked
        }
        if (typeof stop === 'function')
          stops.signal.addEventListener('abort', () => void Reflect.apply(stop, undefined, []), { once: true })
      }
      // A wallet that has let the page in before does so again without a word.
      if (injected) begin(injected)
      else enter(stops.signal).then(begin).catch(report)
      return () => stops.abort()
    },
    async signRaw({ address, message, signal }) {
      const args = [{ address, data: written(new TextEncoder().encode(wrapped(message))), type: 'bytes' }]
      const schema = v.object({ signature: WireSignature })
      return (await askPart('signer', { method: 'signRaw', args, schema, expected: 'a signature', signal })).signature
    },
    signPayload: ({ payload, signal }) =>
      askPart('signer', {
        ...{ method: 'signPayload', args: [payload], schema: WireSigned, signal },
        expected: 'a signature',
      }),
  }
}
