import { type ChainRecord, createChainRecords } from './chainRecords.js'
import { type StandIn, type StandInAnswer, type StandInRequest, startStandIn } from './standIn.js'

export interface StartEtherscanParameters {
  /** the chain that it knows, and the number that it is asked for by */
  readonly chainUrl: string
  readonly chainId: number
  readonly key: string
  /** transfers of the coin that contracts made, which a chain's node doesn't list */
  readonly internals?: readonly InternalTransfer[] | undefined
}

/** A transfer of the coin by a contract. */
export interface InternalTransfer {
  readonly hash: string
  readonly from: string
  readonly to: string
  readonly value: bigint
}

const refused = (result: string): StandInAnswer => ({ body: { status: '0', message: 'NOTOK', result } })
const listed = (rows: readonly unknown[]): StandInAnswer => ({
  body:
    rows.length > 0
      ? { status: '1', message: 'OK', result: rows }
      : { status: '0', message: 'No transactions found', result: [] },
})

/**
 * Etherscan's API for a local chain, as far as histories need it, with its refusals.
 * @see https://docs.etherscan.io/api-reference/endpoint/txlist, its kin, and https://docs.etherscan.io/resources/common-error-messages
 */
export async function startEtherscan(parameters: StartEtherscanParameters): Promise<StandIn> {
  const { chainUrl, chainId, key } = parameters
  const read = createChainRecords({ url: chainUrl })
  const answer = async ({ path, query }: StandInRequest): Promise<StandInAnswer> => {
    if (path !== '/v2/api') return { status: 404, body: '<html>Not Found</html>' }
    if (query.get('chainid') !== String(chainId))
      return refused(
        'Missing or unsupported chainid parameter (required for v2 api), please see https://api.etherscan.io/v2/chainlist for the list of supported chainids',
      )
    if (query.get('apikey') !== key) return refused('Invalid API Key (#err2)|')
    const records = await read()
    if (query.get('module') === 'logs' && query.get('action') === 'getLogs') return logsOf({ records, query })
    if (query.get('module') !== 'account') return refused('Error! Missing Or invalid Module name')
    return rowsOf({ records, query, internals: parameters.internals ?? [] })
  }
  return startStandIn({ answer })
}

interface Asked {
  readonly records: readonly ChainRecord[]
  readonly query: URLSearchParams
}

function rowsOf({
  records,
  query,
  internals,
}: Asked & { readonly internals: readonly InternalTransfer[] }): StandInAnswer {
  const account = query.get('address')?.toLowerCase()
  if (!/^0x[0-9a-f]{40}$/.test(account ?? '')) return refused('Error! Invalid address format')
  const [page, offset] = [Number(query.get('page')), Number(query.get('offset'))]
  if (page * offset > 10_000)
    return refused('Result window is too large, PageNo x Offset size must be less than or equal to 10000')
  const last = Number(query.get('endblock') ?? Number.MAX_SAFE_INTEGER)
  const first = Number(query.get('startblock') ?? 0)
  const within = records.filter(({ blockNumber }) => blockNumber >= first && blockNumber <= last)
  const lists = listsOf({ internals })
  const list = lists[query.get('action') ?? '']
  if (list === undefined) return refused('Error! Missing Or invalid Action name')
  const rows = within.flatMap(list).filter(({ from, to }) => from === account || to === account)
  if (query.get('sort') !== 'desc') rows.reverse()
  return listed(rows.slice((page - 1) * offset, page * offset))
}

interface Row {
  readonly from: string
  readonly to: string
}

function listsOf({
  internals,
}: {
  readonly internals: readonly InternalTransfer[]
}): Readonly<Record<string, (record: ChainRecord) => readonly Row[]>> {
  const common = ({ hash, blockNumber, minedAt }: ChainRecord) => {
    return { blockNumber: String(blockNumber), timeStamp: String(minedAt), hash }
  }
  const tokens = (standard: string) => (record: ChainRecord) =>
    record.moves
      .filter((move) => move.standard === standard)
      .map((move) => ({
        ...common(record),
        nonce: String(record.nonce),
        blockHash: record.blockHash,
        from: move.from,
        to: move.to,
        contractAddress: move.contract,
        tokenName: '',
        tokenSymbol: '',
        tokenDecimal: '0',
        transactionIndex: String(record.position),
        ...(standard === 'ERC-20' && { value: String(move.amount) }),
        ...(standard !== 'ERC-20' && { tokenID: String(move.tokenId) }),
        ...(standard === 'ERC-1155' && { tokenValue: String(move.amount) }),
        input: 'deprecated',
        confirmations: '1',
      }))
  return {
    txlist: (record) => [
      {
        ...common(record),
        nonce: String(record.nonce),
        blockHash: record.blockHash,
        transactionIndex: String(record.position),
        from: record.from,
        to: record.to ?? '',
        value: String(record.value),
        isError: record.succeeded ? '0' : '1',
        txreceipt_status: record.succeeded ? '1' : '0',
        input: record.input,
        methodId: record.input.slice(0, 10),
        contractAddress: record.made ?? '',
      },
    ],
    txlistinternal: (record) =>
      internals
        .filter(({ hash }) => hash === record.hash)
        .map(({ from, to, value }) => {
          const sides = { from: from.toLowerCase(), to: to.toLowerCase() }
          return {
            ...common(record),
            ...sides,
            value: String(value),
            contractAddress: '',
            input: '',
            type: 'call',
            isError: '0',
          }
        }),
    tokentx: tokens('ERC-20'),
    tokennfttx: tokens('ERC-721'),
    token1155tx: tokens('ERC-1155'),
  }
}

const hex = (number: number) => (number === 0 ? '0x' : `0x${number.toString(16)}`)

/** Events by topics, oldest first, a thousand at most. */
export function logsOf({ records, query }: Asked): StandInAnswer {
  const wanted = [query.get('topic0'), query.get('topic1')]
  if (wanted[1] !== null && query.get('topic0_1_opr') === null) {
    return refused('Error! Missing topic0_1_opr parameter')
  }
  const first = Number(query.get('fromBlock'))
  const found = records
    .toReversed()
    .filter(({ blockNumber }) => blockNumber >= first)
    .flatMap((record) =>
      record.logs
        .filter(({ topics }) => wanted.every((topic, index) => topic === null || topics[index] === topic))
        .map(({ address, topics, data, logIndex }) => ({
          address,
          topics,
          data,
          blockNumber: `0x${record.blockNumber.toString(16)}`,
          blockHash: record.blockHash,
          timeStamp: hex(record.minedAt),
          gasPrice: '0x1',
          gasUsed: '0x1',
          logIndex: hex(logIndex),
          transactionHash: record.hash,
          transactionIndex: hex(record.position),
        })),
    )
  return found.length > 0
    ? listed(found.slice(0, Number(query.get('offset') ?? 1_000)))
    : { body: { status: '0', message: 'No records found', result: [] } }
}
