import { replyOf } from '@foyer/core/reply'
import { jsonHeaders, requestOf } from '@foyer/core/request'
import { type Call, type CallInput, type CallReply, ErrorBody } from '@foyer/core/wire'
import type { Administration } from './administration.js'
import {
  changeProjectCall,
  createProjectCall,
  fromAdminProject,
  getProjectCall,
  getProjectDaysCall,
  listProjectsCall,
  removeProjectCall,
} from './adminWire.js'

/** A server was asked by its administration, and couldn't be reached or refused. The message is for the operator. */
export class AdminCallError extends Error {
  override readonly name = 'AdminCallError'
  readonly code: 'admin_unreachable' | 'admin_refused' | 'admin_not_understood'

  constructor({ code, message, cause }: { code: AdminCallError['code']; message: string; cause?: unknown }) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

export interface RemoteAdministrationParameters {
  /** the server's origin */
  url: string
  token: string
  /** how long an answer may take */
  timeoutMs: number
}

/**
 * The administration of a server that runs, asked over its JSON API.
 * @throws {@link AdminCallError} from each of its calls
 */
export function remoteAdministration(server: RemoteAdministrationParameters): Administration {
  return {
    list: async () => (await ask(server, listProjectsCall, {})).projects.map(fromAdminProject),
    read: async (id) => fromAdminProject(await ask(server, getProjectCall, { params: { id } })),
    create: async (body) => fromAdminProject(await ask(server, createProjectCall, { body })),
    change: async ({ id, changes: body }) =>
      fromAdminProject(await ask(server, changeProjectCall, { params: { id }, body })),
    remove: (id) => ask(server, removeProjectCall, { params: { id } }),
    days: async (id) => (await ask(server, getProjectDaysCall, { params: { id } })).days,
  }
}

async function ask<const Of extends Call>(
  { url, token, timeoutMs }: RemoteAdministrationParameters,
  call: Of,
  input: CallInput<Of>,
): Promise<CallReply<Of>> {
  const { url: path, ...asked } = requestOf(call, input)
  const answer = await fetch(`${url}${path}`, {
    ...asked,
    headers: { ...jsonHeaders, authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  }).catch((cause: unknown) => {
    const message = `The server at ${url} can't be reached. Set ADMIN_URL to where it answers.`
    throw new AdminCallError({ code: 'admin_unreachable', message, cause })
  })
  const text = await answer.text()
  if (!answer.ok) throw refusal({ status: answer.status, url, text })
  const reply = replyOf(call, text)
  if (reply.success) return reply.output
  const message = `What answers at ${url} isn't a server of this release. Check ADMIN_URL.`
  throw new AdminCallError({ code: 'admin_not_understood', message })
}

function refusal({ status, url, text }: { status: number; url: string; text: string }): AdminCallError {
  if (status === 401) return refused(`The server at ${url} has another ADMIN_TOKEN.`)
  const parsed = replyOf({ reply: ErrorBody }, text)
  const reason = parsed.success ? parsed.output.reasons[0] : undefined
  if (status === 404 && reason?.name === 'path') {
    return refused(`The server at ${url} has no administration: start it with ADMIN_TOKEN.`)
  }
  return refused(reason === undefined ? `The server at ${url} answered ${status}.` : sentenceOf(reason))
}

const refused = (message: string): AdminCallError => new AdminCallError({ code: 'admin_refused', message })

/** A reason about a field needs its name to be understood; the others are sentences by themselves. */
const sentenceOf = ({ name, description }: { name: string; description: string }): string =>
  description.startsWith('There is') || description.startsWith('Too many') ? description : `${name}: ${description}`
