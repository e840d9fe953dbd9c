import type { Family } from '../chain/ids.js'
import { NamespaceNotConfiguredError } from '../errors/connection.js'
import type { Foyer } from '../foyer.js'

/**
 * Makes a chain family active, on the network it was last on [S4.6].
 * @throws NamespaceNotConfiguredError where no network of that family is configured [S5.7]
 */
export function switchFamily({ context: { store, update } }: Foyer, family: Family): void {
  if (!store.getState().networks.some(({ chainNamespace }) => chainNamespace === family))
    throw new NamespaceNotConfiguredError({ family })
  update((state) => (state.family === family ? state : { family }))
}
