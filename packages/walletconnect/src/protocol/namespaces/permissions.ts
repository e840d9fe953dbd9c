import { chainOf, formerChainId } from './families.js'
import type { SessionNamespace, SessionNamespaces } from './namespace.js'

interface Session {
  readonly namespaces: SessionNamespaces
}

/** A session's accounts on a chain, or all of them (CAIP-10). */
export const accountsOf = ({ namespaces, chainId }: Session & { readonly chainId?: string | undefined }): string[] => [
  ...new Set(
    Object.values(namespaces)
      .flatMap(({ accounts }) => accounts)
      .filter((account) => chainId === undefined || chainOf(account) === chainId),
  ),
]

/** What is granted on a chain. That there is an account on it counts, not that it is listed. */
const grantsOn = ({ namespaces, chainId }: Session & { readonly chainId: string }): SessionNamespace[] =>
  Object.values(namespaces).filter(({ accounts }) => accounts.some((account) => chainOf(account) === chainId))

/** Whether an application may ask this of the wallet. */
export const mayRequest = ({
  method,
  ...on
}: Session & { readonly chainId: string; readonly method: string }): boolean =>
  grantsOn(on).some(({ methods }) => methods.includes(method))

/** Whether a wallet may tell the application of this. */
export const mayEmit = ({ event, ...on }: Session & { readonly chainId: string; readonly event: string }): boolean =>
  grantsOn(on).some(({ events }) => events.includes(event))

/** The id by which a session knows a chain: the one it had before, where a wallet knows only that. */
export function sessionChainId({ namespaces, chainId }: Session & { readonly chainId: string }): string {
  const former = formerChainId(chainId)
  const isKnown = (id: string) => grantsOn({ namespaces, chainId: id }).length > 0
  return former !== undefined && !isKnown(chainId) && isKnown(former) ? former : chainId
}
