/** What a server would answer about an account with three tokens; anything else it doesn't have. */
const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const token = (symbol, numeric, price) => ({
  name: symbol,
  symbol,
  chainId: 'eip155:1',
  address: symbol === 'ETH' ? undefined : `eip155:1:0x${symbol.charCodeAt(0).toString(16).repeat(20)}`,
  value: Number(numeric) * price,
  price,
  quantity: { decimals: '18', numeric },
  iconUrl: '',
})

const balances = [token('ETH', '1.5', 3000), token('USDC', '250', 1), token('FYR', '12345.678', 0.5)]

/**
 * @param {{ method: string, path: string, body: string }} request
 * @returns {unknown} what is answered as JSON; undefined where nothing is found
 */
export function accountAnswers({ method, path, body }) {
  if (method === 'POST') return rpcAnswer(body)
  if (path === '/v1/supported-chains') return { http: ['eip155:1'], ws: [] }
  if (path === `/v1/account/${address}/balance`) return { balances }
  return undefined
}

/** A chain's answer to one request or several: ether for whoever is asked about. */
function rpcAnswer(body) {
  const answer = ({ id }) => ({ jsonrpc: '2.0', id, result: '0x14d1120d7b160000' })
  try {
    const asked = JSON.parse(body)
    return Array.isArray(asked) ? asked.map(answer) : 'id' in asked ? answer(asked) : undefined
  } catch {
    return undefined // an event, or nothing that a chain would be asked
  }
}
