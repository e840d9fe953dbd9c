import type { Operation } from '@foyer/service/route/operation'
import { expect } from 'vitest'
import { operations } from '../../routes/operations.js'
import { adminToken, type ContractCall, type ContractWorld, common, metricsToken, origin } from './contractWorld.js'

/** The differences of a call from its example. */
export interface AskDifferently {
  readonly projectId?: string | undefined
  readonly origin?: string | undefined
  readonly isOperator?: boolean | undefined
}

export interface RequestParameters {
  world: Pick<ContractWorld, 'url'>
  operation: Operation
  call: ContractCall
  differently?: AskDifferently | undefined
}

/** Writes an operation's call by hand and sends it over a socket, without any client of ours. */
export function request({ world, operation, call, differently = {} }: RequestParameters): Promise<Response> {
  const { method, access, bodyType = 'json', projectIn = 'query' } = operation
  const projectId = differently.projectId ?? 'demo'
  const said = access === 'project' ? { ...common, ...(projectIn === 'body' ? {} : { projectId }) } : {}
  const query = new URLSearchParams({ ...said, ...call.query }).toString()
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(call.params?.[name] ?? ''))
  const headers: Record<string, string> = { ...call.headers }
  if (access === 'project') headers.origin = differently.origin ?? origin
  if (access === 'admin' && differently.isOperator !== false && headers.cookie === undefined) {
    headers.authorization = `Bearer ${operation.path === '/metrics' ? metricsToken : adminToken}`
  }
  const body = projectIn === 'body' ? { ...objectOf(call.body), projectId } : call.body
  if (body !== undefined) {
    headers['content-type'] ??= bodyType === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
    headers['sec-fetch-site'] ??= 'same-origin'
  }
  return fetch(`${world.url}${path}${query === '' ? '' : `?${query}`}`, {
    method: method.toUpperCase(),
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: written({ body, bodyType }) }),
  })
}

function written({ body, bodyType }: { body: unknown; bodyType: 'json' | 'form' }): string {
  if (typeof body === 'string') return body
  return bodyType === 'json' ? JSON.stringify(body) : new URLSearchParams(textsOf(body)).toString()
}

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(objectOf(value)).map(([name, text]) => [name, String(text)]))

/** Returns the answer to a call that must be a good one; undefined where that is nothing. */
export async function answered(world: ContractWorld, id: string, call: ContractCall): Promise<unknown> {
  const operation = operations.find((each) => each.id === id) ?? expect.fail(id)
  const answer = await request({ world, operation, call })
  const text = await answer.text()
  expect(answer.status, text).toBeLessThan(300)
  return text === '' ? undefined : JSON.parse(text)
}
