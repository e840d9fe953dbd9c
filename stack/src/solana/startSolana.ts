import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import * as v from 'valibot'
import { WebSocketServer } from 'ws'
import { PortTakenError, StackError } from '../errors.js'
import { createLedger, type Ledger, localSolanaReference } from './ledger.js'
import { RpcError } from './rpcError.js'
import { answer } from './rpcMethods.js'
import { createSubscriptions } from './subscriptions.js'
import { type LocalSolanaToken, localSolanaTokens } from './tokens.js'

export interface StartSolanaParameters {
  /** 0 or nothing: a free one */
  port?: number | undefined
  /** read at the start, if it is there, and written at the end; without it the chain lives in memory */
  stateFile?: string | undefined
  /** forgets first what the file keeps */
  reset?: boolean | undefined
  /** milliseconds since 1970, by which its blocks come */
  now?: (() => number) | undefined
}

/** What is fixed about the local Solana network. */
export interface LocalSolana {
  /** CAIP-2 */
  readonly caipNetworkId: `solana:${string}`
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly tokens: readonly [LocalSolanaToken, LocalSolanaToken]
}

/** A local Solana network that answers, and the way to end it. */
export interface StartedSolana extends LocalSolana {
  /** Where its JSON-RPC answers by HTTP; the same address with `ws:` takes subscriptions. */
  readonly url: string
  readonly port: number
  /** Ends it, once its state is saved. Can be called again. */
  stop(): Promise<void>
}

export const localSolana: LocalSolana = {
  caipNetworkId: `solana:${localSolanaReference}`,
  name: 'Foyer Local Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  tokens: localSolanaTokens,
}

/**
 * Starts a local Solana network in this process, in well under a second: litesvm, Solana's own runtime, behind JSON-RPC and its subscriptions. It ends with
 * the process. The development accounts have 1,000 SOL and some of each token; `foyer_giveTokens` gives tokens to others, `requestAirdrop` SOL.
 *
 * It is one node without votes: a transaction is carried out when it arrives, is confirmed at once and final after 32 blocks, which come by the clock.
 * @throws {@link PortTakenError} · {@link StackError} where its state can't be read
 * @example
 * const solana = await startSolana()
 * await fetch(solana.url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot' }) })
 * await solana.stop()
 */
export async function startSolana({
  port = 0,
  stateFile,
  reset = false,
  now,
}: StartSolanaParameters = {}): Promise<StartedSolana> {
  if (reset && stateFile !== undefined) await rm(stateFile, { force: true })
  const ledger = openLedger({ stateFile, now })
  const server = createServer((request, response) => void handle({ ledger, request, response }))
  const sockets = new WebSocketServer({ server })
  sockets.on('error', () => {}) // the port's, which the server says too
  sockets.on('connection', (socket) => {
    const subscriptions = createSubscriptions({ ledger, socket })
    socket.on('close', subscriptions.stop)
    socket.on('message', (data) => {
      const known = (method: string, params: readonly unknown[]) =>
        subscriptions.answer(method, params) ?? answer({ ledger, method, params })
      socket.send(JSON.stringify(answerAll(String(data), known)))
    })
  })
  const bound = await listening({ server, port })
  let stopping: Promise<void> | undefined
  return {
    ...localSolana,
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    stop: () => (stopping ??= stop({ server, sockets, ledger, stateFile })),
  }
}

function openLedger(parameters: Pick<StartSolanaParameters, 'stateFile' | 'now'>): Ledger {
  try {
    return createLedger(parameters)
  } catch (cause) {
    const message = `What the local Solana kept in ${parameters.stateFile} can't be read. Start with \`reset\` to forget it and begin anew.`
    throw new StackError({ code: 'solana_state', message, cause })
  }
}

async function listening({ server, port }: { server: Server; port: number }): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new PortTakenError({ port, chainId: 'solana', cause })
  }
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

async function stop({
  server,
  sockets,
  ledger,
  stateFile,
}: {
  server: Server
  sockets: WebSocketServer
  ledger: Ledger
  stateFile: string | undefined
}): Promise<void> {
  for (const socket of sockets.clients) socket.terminate()
  sockets.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  if (stateFile !== undefined) ledger.svm.saveToFile(stateFile)
}

/** Any page may ask it, as any page may ask a public node. */
const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type, solana-client',
  'content-type': 'application/json',
}
/** More than any transaction, or batch of questions, is. */
const mostBytes = 1_000_000

async function handle({
  ledger,
  request,
  response,
}: {
  ledger: Ledger
  request: IncomingMessage
  response: ServerResponse
}): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(request.method === 'OPTIONS' ? 204 : 405, headers).end()
    return
  }
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of request) {
      length += chunk.length
      if (length > mostBytes) {
        response.writeHead(413, headers).end()
        return
      }
      chunks.push(chunk)
    }
  } catch {
    return // the caller is gone
  }
  const answers = answerAll(Buffer.concat(chunks).toString(), (method, params) => answer({ ledger, method, params }))
  response.writeHead(200, headers).end(JSON.stringify(answers))
}

const Call = v.object({
  id: v.optional(v.union([v.number(), v.string()])),
  method: v.string(),
  params: v.optional(v.array(v.unknown()), []),
})

type Known = (method: string, params: readonly unknown[]) => unknown

/** Answers what came: one request, or several in a list. */
function answerAll(text: string, known: Known): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return failure({ id: null, error: new RpcError({ code: -32700, message: 'Parse error' }) })
  }
  return Array.isArray(body) ? body.map((each) => answerOne(each, known)) : answerOne(body, known)
}

function answerOne(body: unknown, known: Known): unknown {
  const { success, output } = v.safeParse(Call, body)
  if (!success) return failure({ id: null, error: new RpcError({ code: -32600, message: 'Invalid request' }) })
  const { id = null, method, params } = output
  try {
    return { jsonrpc: '2.0', id, result: known(method, params) }
  } catch (error) {
    return failure({ id, error })
  }
}

function failure({ id, error }: { id: number | string | null; error: unknown }): unknown {
  const { code, data } = error instanceof RpcError ? error : { code: -32603, data: undefined }
  return { jsonrpc: '2.0', id, error: { code, message: error instanceof Error ? error.message : String(error), data } }
}
