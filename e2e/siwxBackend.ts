import { algorandVerifier } from '@foyer/algorand/verify'
import { cardanoVerifier } from '@foyer/cardano/verify'
import type { NetworkId } from '@foyer/core/chain'
import type { CosmosChain } from '@foyer/cosmos'
import { cosmosVerifier } from '@foyer/cosmos/verify'
import { evmVerifier } from '@foyer/evm/verify'
import { multiversxVerifier } from '@foyer/multiversx/verify'
import { nearVerifier } from '@foyer/near/verify'
import { polkadotVerifier } from '@foyer/polkadot/verify'
import { createSiwxVerifier, memoryNonces } from '@foyer/siwx-server'
import { tezosVerifier } from '@foyer/tezos/verify'

interface Node {
  readonly caipNetworkId: NetworkId
  readonly url: string
}

export interface SiwxBackendOptions {
  /** Where its pages are. */
  readonly origin: string
  readonly chains: readonly { readonly id: number; readonly url: string }[]
  /** What isn't asked when a sign-in is verified. */
  readonly others: readonly NetworkId[]
  /** By their nodes, which say whose keys sign for an account. */
  readonly algorand: Node
  readonly near: Node
  readonly cosmos: CosmosChain & Pick<Node, 'caipNetworkId'>
}

/** A dapp's own backend: it gives the nonce, verifies what was signed, and knows a visitor by a cookie that no script reads. */
export function createSiwxBackend({
  origin,
  chains,
  others,
  algorand,
  near,
  cosmos,
}: SiwxBackendOptions): (request: Request) => Promise<Response> {
  const siwx = createSiwxVerifier({
    domain: origin,
    chains: [
      ...[algorand, near, cosmos].map(({ caipNetworkId }) => caipNetworkId),
      ...chains.map(({ id }) => `eip155:${id}` as const),
      ...others,
    ],
    verifiers: [
      evmVerifier({ rpcUrlOf: (networkId) => chains.find(({ id }) => networkId === `eip155:${id}`)?.url }),
      multiversxVerifier(),
      polkadotVerifier(),
      cardanoVerifier(),
      algorandVerifier({ nodeUrl: algorand.url }),
      tezosVerifier(),
      nearVerifier({ rpcUrl: near.url }),
      cosmosVerifier({ chains: { [cosmos.caipNetworkId]: cosmos } }),
    ],
    nonces: memoryNonces(),
  })
  const sessions = new Map<string, string>()
  const verify = async (request: Request): Promise<Response> => {
    if (request.headers.get('origin') !== origin) return new Response(null, { status: 403 })
    try {
      const { accountId } = await siwx.verify(await request.json())
      const id = crypto.randomUUID()
      sessions.set(id, accountId)
      return Response.json({}, { headers: { 'set-cookie': `session=${id}; Path=/; HttpOnly; SameSite=Lax` } })
    } catch (error) {
      return Response.json({ error: error instanceof Error ? error.name : 'unknown' }, { status: 401 })
    }
  }
  return async (request) => {
    switch (new URL(request.url).pathname) {
      case '/siwx/nonce':
        return Response.json({ nonce: await siwx.nonce() })
      case '/siwx/verify':
        return verify(request)
      default: {
        const [, id = ''] = /session=([\w-]+)/.exec(request.headers.get('cookie') ?? '') ?? []
        return Response.json({ accountId: sessions.get(id) ?? null })
      }
    }
  }
}
