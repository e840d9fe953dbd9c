import { widerNetwork } from '@foyer/service/budget/clientAddress'

/**
 * Requests that are judged together, and have a node's connections of their own: strangers' by what they cost a node, so that what is slow
 * because it searches or computes says nothing of, and takes nothing from, what isn't; and the server's own.
 */
export type Lane = 'cheap' | 'middling' | 'dear' | 'sent' | 'own'

/** The number of connections to a node in each lane. A batch that is split needs several. */
export const connectionsOf: Readonly<Record<Lane, number>> = {
  cheap: 128,
  middling: 128,
  dear: 64,
  sent: 32,
  own: 128,
}

/** Whose word counts once. What the server reads is some client's doing, but it isn't known whose. An IPv6 /48 is one. */
export const witnessOf = (client: string | undefined): string =>
  client === undefined ? 'server' : (widerNetwork(client) ?? client)
