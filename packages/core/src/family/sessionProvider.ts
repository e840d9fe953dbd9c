import { type SessionCalls, sessionCalls } from '../connector/askSession.js'

type Methods = Readonly<Record<string, { readonly params: unknown; readonly result: unknown }>>

interface SessionProvider<M extends Methods> extends Pick<SessionCalls<M>, 'ask'> {
  /**
   * A provider whose members are there as long as the session grants their methods.
   * @param plain - what is there whatever is granted
   * @param members - each with the method that it needs
   */
  granted<Provider extends object>(
    plain: Provider,
    members: {
      readonly [Name in keyof Provider]?: readonly [method: keyof M & string, call: NonNullable<Provider[Name]>]
    },
  ): Provider
}

/**
 * Makes a family's provider of a wallet at the other end of a session: each request is made once, and what it answers is parsed.
 * @example
 * const { ask, granted } = sessionProvider({ connection, family: 'near', methods })
 * return granted<NearProvider>({ getAccounts }, { signMessage: ['near_signMessage', (request) => ask('near_signMessage', request)] })
 */
export function sessionProvider<M extends Methods>(of: Parameters<typeof sessionCalls<M>>[0]): SessionProvider<M> {
  const { takes, ask } = sessionCalls(of)
  return {
    ask,
    granted(plain, members) {
      for (const [name, member] of Object.entries<readonly [keyof M & string, unknown] | undefined>({ ...members }))
        if (member) {
          const [method, call] = member
          Object.defineProperty(plain, name, { enumerable: true, get: () => (takes(method) ? call : undefined) })
        }
      return plain
    },
  }
}
