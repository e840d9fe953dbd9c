import type { Cacao, SessionNamespaces } from '@foyer/walletconnect/protocol'
import type { WalletContext } from './context.js'
import { grantFor } from './grant.js'
import { signIn, signInsOf } from './signInsOf.js'

/** The approved part of a proposal. */
export interface Consent {
  readonly id: string
  readonly chainIds: readonly string[]
  /** By chain; the first is the one in use. */
  readonly addresses: Readonly<Record<string, readonly string[]>>
  /** Whether the sign-ins that the proposal requests are signed too. */
  readonly signsIn: boolean
}

/** The accounts and networks of a sign-in. */
export interface SignInConsent {
  readonly id: string
  readonly chainIds: readonly string[]
  readonly address: string
}

/** An application publishes its proposal before it shows the code, so a missing one won't arrive. */
const proposalWithinMs = 15_000

/** Connects applications: pairing, proposals and sign-in. */
export interface Connecting {
  pair(uri: string): Promise<void>
  approve(consent: Consent): Promise<void>
  reject(id: string): Promise<void>
  signIn(consent: SignInConsent): Promise<void>
  rejectSignIn(id: string): Promise<void>
}

export function createConnecting(context: WalletContext): Connecting {
  const { client, families, attempt, state, set, notify, after, refreshSessions } = context
  const without = <Each extends { readonly id: string }>(list: readonly Each[], id: string) =>
    list.filter((each) => each.id !== id)
  return {
    pair: (uri) =>
      attempt('pair', async () => {
        set({ isPairing: true, notice: undefined })
        try {
          await client.pair({ uri: uri.trim() })
        } catch (error) {
          set({ isPairing: false })
          throw error
        }
        after(proposalWithinMs, () => {
          if (!state().isPairing) return
          set({ isPairing: false })
          notify('error', 'The application says nothing. Ask it for a new code.')
        })
      }),
    approve: ({ id, chainIds, addresses, signsIn }) =>
      attempt(`proposal ${id}`, async () => {
        const proposal = state().proposals.find((each) => each.id === id)
        if (!proposal) return
        const namespaces = grantFor({ asked: proposal, families, chainIds, addresses })
        const { keyring } = state()
        const texts = signsIn ? signInsOf({ proposal, families, chainIds, addresses }) : []
        const cacaos: Cacao[] = []
        for (const text of texts) if (keyring) cacaos.push(...(await signIn({ ...text, keyring })))
        const session = await client.approve({ id, namespaces, cacaos, ...propertiesOf({ context, namespaces }) })
        set({ proposals: without(state().proposals, id) })
        refreshSessions()
        notify('success', `Connected with ${session.peer.name}. You can go back to it.`)
      }),
    reject: (id) =>
      attempt(`proposal ${id}`, async () => {
        set({ proposals: without(state().proposals, id) })
        await client.reject({ id })
      }),
    signIn: ({ id, chainIds, address }) =>
      attempt(`sign-in ${id}`, async () => {
        const asked = state().authentications.find((each) => each.id === id)
        const family = context.familyOf(chainIds[0] ?? '')
        const { keyring } = state()
        if (!asked || !family || !keyring) return
        const cacaos = await signIn({ family, payload: asked.payload, chainIds, address, keyring })
        await client.approveAuthentication({ id, cacaos })
        set({ authentications: without(state().authentications, id) })
        refreshSessions()
        notify('success', `Signed in at ${asked.requester.name}. You can go back to it.`)
      }),
    rejectSignIn: (id) =>
      attempt(`sign-in ${id}`, async () => {
        set({ authentications: without(state().authentications, id) })
        await client.rejectAuthentication({ id })
      }),
  }
}

/** Returns the families' session properties of the granted accounts. */
function propertiesOf({
  context: { families, state },
  namespaces,
}: {
  readonly context: WalletContext
  readonly namespaces: SessionNamespaces
}): { readonly sessionProperties?: Readonly<Record<string, string>> } {
  const { keyring } = state()
  const all = families.flatMap(({ name, sessionProperties }) => {
    const accounts = namespaces[name]?.accounts ?? []
    const said = keyring && accounts.length > 0 ? sessionProperties?.({ keyring, accounts }) : undefined
    return said ? [said] : []
  })
  return all.length > 0 ? { sessionProperties: Object.assign({}, ...all) } : {}
}
