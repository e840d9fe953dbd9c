import { formatNetworkId, parseNetworkId } from '../chain/caip.js'
import type { NetworkId } from '../chain/ids.js'
import { InvalidNetworkError } from './InvalidNetworkError.js'
import type { Network, NetworkInput, RpcUrls } from './network.js'

/**
 * Makes the kit's network of what a host passes: a viem `Chain`, or an object of the field's own shape. Only what the kit
 * knows is kept, so that the result is plain data; it is frozen.
 *
 * @throws {@link InvalidNetworkError} where id, CAIP-2 id and namespace contradict each other, or a field can't be used
 * @see S3.10
 * @example defineNetwork({ id: 31337, name: 'Local', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
 *   rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } } }).caipNetworkId // 'eip155:31337'
 */
export function defineNetwork(input: NetworkInput): Network {
  const { id, name, nativeCurrency, rpcUrls, blockExplorers, assets, testnet } = input
  const refuse: Refuse = (field, problem, cause) => {
    throw new InvalidNetworkError({ network: name || String(id), field, problem, cause })
  }
  const { family, networkId } = identify(input, refuse)
  if (!name) refuse('name', 'is empty')
  const { decimals, symbol } = nativeCurrency
  if (!symbol) refuse('nativeCurrency.symbol', 'is empty')
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255) {
    refuse('nativeCurrency.decimals', 'is not a whole number from 0 to 255')
  }
  const { chainDefault } = rpcUrls
  const explorer = blockExplorers?.default
  if (explorer) checkUrl(explorer.url, { schemes: ['https:', 'http:'], field: 'blockExplorers.default.url', refuse })
  return Object.freeze<Network>({
    chainNamespace: family,
    caipNetworkId: networkId,
    id,
    name,
    nativeCurrency: Object.freeze({ name: nativeCurrency.name, symbol, decimals }),
    rpcUrls: Object.freeze({
      default: frozenUrls(rpcUrls.default, 'default', refuse),
      ...(chainDefault && { chainDefault: frozenUrls(chainDefault, 'chainDefault', refuse) }),
    }),
    ...(explorer && {
      blockExplorers: Object.freeze({ default: Object.freeze({ name: explorer.name, url: explorer.url }) }),
    }),
    ...(assets && { assets: Object.freeze({ ...assets }) }),
    ...(testnet !== undefined && { testnet }),
  })
}

type Refuse = (field: string, problem: string, cause?: unknown) => never

function identify({ id, chainNamespace, caipNetworkId }: NetworkInput, refuse: Refuse) {
  const namespace = chainNamespace ?? (caipNetworkId ? undefined : 'eip155')
  const wanted = caipNetworkId ?? formatNetworkId({ family: namespace ?? 'eip155', reference: id })
  const parts = parsed(wanted, caipNetworkId ? 'caipNetworkId' : 'id', refuse)
  if (namespace && namespace !== parts.family) refuse('chainNamespace', `is ${namespace}, its caipNetworkId ${wanted}`)
  if (String(id) !== parts.reference) refuse('id', `is ${id}, its caipNetworkId ${wanted}`)
  if (parts.family === 'eip155' && !(Number.isSafeInteger(id) && Number(id) > 0)) {
    refuse('id', 'is not a whole number above 0, as eip155 has it')
  }
  return parts
}

function parsed(networkId: NetworkId, field: string, refuse: Refuse) {
  try {
    return parseNetworkId(networkId)
  } catch (cause) {
    return refuse(field, 'does not make a CAIP-2 network id', cause)
  }
}

function frozenUrls({ http, webSocket }: RpcUrls, list: 'default' | 'chainDefault', refuse: Refuse): RpcUrls {
  for (const url of http) checkUrl(url, { schemes: ['https:', 'http:'], field: `rpcUrls.${list}.http`, refuse })
  for (const url of webSocket ?? []) {
    checkUrl(url, { schemes: ['wss:', 'ws:'], field: `rpcUrls.${list}.webSocket`, refuse })
  }
  return Object.freeze({
    http: Object.freeze([...http]),
    ...(webSocket && { webSocket: Object.freeze([...webSocket]) }),
  })
}

function checkUrl(url: string, { schemes, field, refuse }: { schemes: string[]; field: string; refuse: Refuse }): void {
  const scheme = URL.canParse(url) ? new URL(url).protocol : ''
  if (!schemes.includes(scheme)) refuse(field, `has an address that is not ${schemes.join('// or ')}//`)
}
