import { QueryCache, QueryClient } from '@tanstack/query-core'
import type { NetworkId } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { roomOf } from '../store/observable.js'
import { trayOf } from '../transactions/tray.js'

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
      this.invalidateQueries({
        predicate: ({ meta, queryKey: [, network] }) => meta?.staleBy === 'transaction' && network === networkId,
      }).catch(context.report)
    }
    const stop = tray.onChanged(refresh)
    this.end = () => {
      stop()
      this.clear()
    }
  }
}

/** Reports what fails, and says it where it shows. */
const queryCache = ({ report }: FoyerContext): QueryCache =>
  new QueryCache({
    // Once a fetch, however many follow it.
    onError(error, { meta }) {
      if (error instanceof AbortedError) return
      report(error)
      if (typeof meta?.onFailed === 'function') meta.onFailed()
    },
  })
