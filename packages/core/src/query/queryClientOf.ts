import { QueryCache, QueryClient } from '@tanstack/query-core'
import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { NetworkId } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import type { ViewName } from '../state/viewParams.js'
import { currentRoute } from '../state/viewState.js'
import { roomOf } from '../store/observable.js'
import { trayOf } from '../transactions/tray.js'

/** The notice that the visitor reads when a kind of query fails while the view that shows its answer is open. */
const notices: Readonly<Record<string, { readonly view: ViewName; readonly message: PlainSentenceKey }>> = {
  balance: { view: 'Account', message: 'account.balanceUnavailable' },
}

/** What a transaction may change. */
const changedKinds = [
  'balance',
  'tokenBalances',
  'walletAssets',
  'activity',
  'counterparties',
  'nfts',
  'approvals',
] as const

/** The kit's own cache of fetched data, made when it is first needed and emptied by `stop`. */
export const queryClientOf = (context: FoyerContext): QueryClient =>
  roomOf(context, { Room: KitQueryClient, kit: context })

/** A cache that asks anew for whatever a transaction may have changed. */
class KitQueryClient extends QueryClient {
  readonly end: () => void

  constructor(context: FoyerContext) {
    super({
      queryCache: queryCache(context),
      defaultOptions: {
        queries: {
          retry: false, // the transports retry by the specification's rules already
          networkMode: 'always', // a local network's RPC answers without the Internet
          refetchOnReconnect: true,
        },
      },
    })
    // What was sent in an earlier visit and was pending then is followed again: its end changes what is fetched.
    const tray = trayOf(context)
    // At once where it shows, when a transaction of this page is mined.
    const refresh = (networkId: NetworkId) => {
      for (const kind of changedKinds) this.invalidateQueries({ queryKey: [kind, networkId] }).catch(context.report)
    }
    const stop = tray.onChanged(refresh)
    this.end = () => {
      stop()
      this.clear()
    }
  }
}

/** Reports what fails, and says it where it shows. */
const queryCache = (context: FoyerContext): QueryCache =>
  new QueryCache({
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
  })
