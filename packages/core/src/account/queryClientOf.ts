import { QueryCache, QueryClient } from '@tanstack/query-core'
import type { NetworkId } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import type { PlainSentenceKey } from '../messages/sentences.js'
import { trayOf } from '../transactions/tray.js'
import { currentRoute, type ViewName } from '../view/viewState.js'

/** The notice that the visitor reads when a kind of query fails while the view that shows its answer is open. */
const notices: Readonly<Record<string, { readonly view: ViewName; readonly message: PlainSentenceKey }>> = {
  balance: { view: 'Account', message: 'account.balanceUnavailable' },
}

/** The kit's own cache of fetched data, made when it is first needed and emptied by `stop`. */
export function queryClientOf(context: FoyerContext): QueryClient {
  const present = context.rooms.get('query')
  if (present instanceof QueryClient) return present
  const client = new QueryClient({
    queryCache: new QueryCache({
      // Once a fetch, however many follow it.
      onError(error, { queryKey: [kind] }) {
        if (error instanceof AbortedError) return
        context.report(error)
        const notice = notices[String(kind)]
        if (!notice) return
        context.update(({ view }) =>
          view.open && currentRoute(view).view === notice.view
            ? { snackbar: { variant: 'error', message: notice.message } }
            : {},
        )
      },
    }),
    defaultOptions: {
      queries: {
        retry: false, // the transports retry by the specification's rules already
        networkMode: 'always', // a local network's RPC answers without the Internet
        refetchOnReconnect: true,
      },
    },
  })
  context.rooms.set('query', client)
  // What was sent in an earlier visit and was pending then is followed again: its end changes what is fetched.
  trayOf(context)
  // What a transaction may change is asked anew, at once where it shows, when one of this page is mined.
  const refresh = (networkId: NetworkId) => {
    for (const kind of ['balance', 'tokenBalances', 'activity', 'nfts', 'approvals'])
      client.invalidateQueries({ queryKey: [kind, networkId] }).catch(context.report)
  }
  context.balanceListeners.add(refresh)
  context.endings.add(() => {
    context.balanceListeners.delete(refresh)
    client.clear()
    context.rooms.delete('query')
  })
  return client
}
