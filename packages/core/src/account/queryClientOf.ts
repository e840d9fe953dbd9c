import { QueryClient } from '@tanstack/query-core'
import type { FoyerContext } from '../foyer.js'

/** The kit's own cache of fetched data, made when it is first needed. */
export function queryClientOf(context: FoyerContext): QueryClient {
  const present = context.rooms.get('query')
  if (present instanceof QueryClient) return present
  // The transports retry by the specification's rules already.
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  client.mount() // refetches what is stale when the page is looked at again or the network is back
  context.rooms.set('query', client)
  return client
}
