import type { DescribedRequest, ShownRequest, WalletNetwork } from '@foyer/core/words'
import type { AskedRequest, FamilyHost, Keyring, PreparedRequest, SeedOf, WalletFamily } from '@foyer/signing'
import { createOnce, failureOf, RequestTooLargeError, refuse, stranger, unfit } from '@foyer/signing'
import * as v from 'valibot'

/** A request that was read: whose signature it asks for, and what gives it. */
export interface ReadRequest<Key> {
  /** Undefined for a request that names none: it is for the session's first. */
  readonly account: string | undefined
  /**
   * Returns the parameters to be described, which are the request's where the wallet adds nothing to them; and what
   * signs those.
   */
  complete(of: Signing<Key>): Promise<{ readonly params: unknown; readonly sign: () => Promise<unknown> }>
}

interface Signing<Key> {
  readonly key: Key
  readonly network: WalletNetwork
}

/** Reads a request's parameters. @returns undefined for what doesn't fit the method */
export type Method<Key> = (params: unknown) => ReadRequest<Key> | undefined

/** A method by the schema of its parameters. */
export const method =
  <Key, Params>({
    params: schema,
    account,
    sign,
  }: {
    readonly params: v.GenericSchema<unknown, Params>
    readonly account: (params: Params) => string
    readonly sign: (of: Signing<Key> & { readonly params: Params }) => Promise<unknown>
  }): Method<Key> =>
  (params) => {
    const { success, output } = v.safeParse(schema, params)
    return success
      ? {
          account: account(output),
          complete: async (of) => ({ params, sign: () => sign({ ...of, params: output }) }),
        }
      : undefined
  }

/** The code of a family that is loaded with its first request: its own library, and the words of its requests. */
export interface FamilyCode<Key> {
  readonly keyOf: (of: { readonly secret: string; readonly chainId: string }) => Key | Promise<Key>
  /** @returns undefined for what can't be read; such a request isn't signed */
  readonly describe: (request: DescribedRequest) => Promise<ShownRequest | undefined>
  /** Answered without the visitor, for the accounts of the session. */
  readonly answers?: Readonly<Record<string, (keys: readonly Key[]) => unknown>> | undefined
  /** Asked of the visitor. */
  readonly signs: Readonly<Record<string, Method<Key>>>
}

/**
 * The parts of a family whose transactions its own library writes and signs. Secrets are texts, as the family's keys
 * are usually written.
 */
export interface KeyFamily<Key> {
  /** Its CAIP-2 namespace. */
  readonly name: string
  /** Its name for the visitor. */
  readonly label: string
  /** All that `load` has. */
  readonly methods: readonly string[]
  /** Reads a secret as it is usually written. @returns it in the one form that it is kept in; undefined for anything else */
  readonly readKey: (text: string) => string | undefined
  /** The secret of an account of the phrase. */
  readonly secretOf: (of: { readonly phrase: string; readonly seedOf: SeedOf; readonly index: number }) => string
  /** Undefined on a chain that isn't known. */
  readonly addressOf: (of: { readonly secret: string; readonly chainId: string }) => string | undefined
  /** In the smallest unit. */
  readonly balanceOf: (of: { readonly address: string; readonly network: WalletNetwork }) => Promise<bigint>
  readonly load: () => Promise<FamilyCode<Key>>
}

/**
 * A family of the wallet whose keys are derived here, and whose requests are read and signed by what is loaded with the first of them.
 * @example
 * const near = createKeyFamily({ family: nearFamily, seedOf: createSeeds() })
 */
export function createKeyFamily<Key>({
  family,
  seedOf,
}: {
  readonly family: KeyFamily<Key>
  readonly seedOf: SeedOf
}): WalletFamily {
  const { name, label, methods, readKey, secretOf, addressOf, balanceOf } = family
  const secretOnce = createOnce<string>()
  const addressOnce = createOnce<{ readonly address: string | undefined }>()
  const accountsOf: AccountsOf = ({ keyring: { phrase, count, imported }, chainId }) => {
    const secrets = [
      ...imported.flatMap((each) => (each.family === name ? [each.privateKey] : [])),
      ...Array.from({ length: count }, (_, index) =>
        secretOnce(`${phrase}/${index}`, () => secretOf({ phrase, seedOf, index })),
      ),
    ]
    return secrets.flatMap((secret) => {
      const { address } = addressOnce(`${secret} ${chainId}`, () => ({ address: addressOf({ secret, chainId }) }))
      return address === undefined ? [] : [{ address, secret }]
    })
  }
  return {
    ...{ name, label, methods, readKey },
    events: ['accountsChanged', 'chainChanged'],
    addresses: (on) => accountsOf(on).map(({ address }) => address),
    balance: async (on) => ({ value: await balanceOf(on), ...on.network.currency }),
    async prepare(request, { keyring, host }) {
      try {
        const accounts = accountsOf({ keyring, chainId: request.chainId })
        return await prepare({ code: await family.load(), request, accounts, host })
      } catch (error) {
        return error instanceof RequestTooLargeError ? unfit(error.message) : refuse(failureOf(error))
      }
    },
    chainChanged: (chainId) => chainId.split(':')[1],
  }
}

interface KeyAccount {
  readonly address: string
  readonly secret: string
}

type AccountsOf = (on: { readonly keyring: Keyring; readonly chainId: string }) => readonly KeyAccount[]

interface Prepare<Key> {
  readonly code: FamilyCode<Key>
  readonly request: AskedRequest
  readonly accounts: readonly KeyAccount[]
  readonly host: FamilyHost
}

/** Reads a request, and describes it by the words that its family has; what is signed is what was read. */
async function prepare<Key>({
  code: { keyOf, describe, answers = {}, signs },
  request: { method, params, chainId, addresses, peerUrl },
  accounts,
  host,
}: Prepare<Key>): Promise<PreparedRequest> {
  const network = host.network(chainId)
  if (!network) return refuse({ code: 4901, message: 'The wallet doesn’t have this network.' })
  const granted = accounts.filter(({ address }) => addresses.includes(address))
  const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
  if (answer) {
    const keys = await Promise.all(granted.map(({ secret }) => keyOf({ secret, chainId })))
    return { kind: 'answer', result: answer(keys) }
  }
  const read = Object.hasOwn(signs, method) ? signs[method] : undefined
  if (!read) return refuse({ code: 4200, message: 'The wallet doesn’t have this method.' })
  const asked = read(params)
  if (!asked) return unfit()
  const account = granted.find(({ address }) => address === (asked.account ?? addresses[0]))
  if (!account) return stranger
  const key = await keyOf({ secret: account.secret, chainId })
  const whole = await asked.complete({ key, network })
  const outside = host.outside?.({ network, address: account.address })
  const now = BigInt(Math.floor(Date.now() / 1000))
  const asks = { method, params: whole.params, account: account.address }
  const shown = await describe({ ...asks, network, peerUrl, outside, now })
  if (!shown) return unfit('What is asked can’t be read, so it isn’t signed.')
  return { kind: 'ask', shown, perform: whole.sign }
}
