import { type Context, Hono, type MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { AdminDaysReply, AdminProject, AdminProjectsReply, toAdminDays, toAdminProject } from '../admin/adminWire.js'
import { InvalidTokenError } from '../admin/refusals.js'
import { NotFoundError, RateLimitedError } from '../errors/refusals.js'
import { ProjectChanges, ProjectConfig, ProjectId } from '../projects/project.js'
import type { Services } from '../services.js'
import { takeJson } from './body.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'
import { parse } from './parse.js'
import { storableBody } from './storableBody.js'

const limitBytes = 256 * 1024

const Param = v.object({ id: ProjectId })

const root = '/admin/api/projects'

const shared = { group: 'Administration', access: 'admin' } as const

export const adminOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'listProjects',
    method: 'get',
    path: root,
    summary: 'Lists the projects.',
    reply: { schema: AdminProjectsReply },
  },
  {
    ...shared,
    id: 'createProject',
    method: 'post',
    path: root,
    summary: 'Creates a project; 409 when its id is taken.',
    body: ProjectConfig,
    reply: { status: 201, schema: AdminProject },
  },
  {
    ...shared,
    id: 'getProject',
    method: 'get',
    path: `${root}/:id`,
    summary: 'Reads the settings of a project.',
    param: Param,
    reply: { schema: AdminProject },
  },
  {
    ...shared,
    id: 'changeProject',
    method: 'patch',
    path: `${root}/:id`,
    summary: 'Changes what is named of a project; `allow` and `disallow` add origins and take them away.',
    param: Param,
    body: ProjectChanges,
    reply: { schema: AdminProject },
  },
  {
    ...shared,
    id: 'removeProject',
    method: 'delete',
    path: `${root}/:id`,
    summary: 'Removes a project, with its events, smart sessions and counts.',
    param: Param,
    reply: { status: 204, mediaTypes: [] },
  },
  {
    ...shared,
    id: 'getProjectDays',
    method: 'get',
    path: `${root}/:id/days`,
    summary: 'Counts the requests, events and errors of each of the last 30 days (UTC).',
    param: Param,
    reply: { schema: AdminDaysReply },
  },
]

/** The administration's JSON API, with the operator's token. Without ADMIN_TOKEN it is 404. */
export function admin(services: Services): Hono<Env> {
  const { administration } = services
  const operator = bearer(services)
  const json = takeJson({ limitBytes })
  const id = parse('param', Param)
  return new Hono<Env>()
    .get(root, operator, async (c) => {
      const projects = (await administration.list()).map(toAdminProject)
      return c.json({ projects } satisfies v.InferOutput<typeof AdminProjectsReply>)
    })
    .post(root, operator, json, async (c) => {
      const project = await administration.create(await storableBody(c, ProjectConfig))
      return c.json(toAdminProject(project), 201)
    })
    .get(`${root}/:id`, operator, id, async (c) =>
      c.json(toAdminProject(await administration.read(c.req.valid('param').id))),
    )
    .patch(`${root}/:id`, operator, json, id, async (c) => {
      const changes = await storableBody(c, ProjectChanges)
      return c.json(toAdminProject(await administration.change({ id: c.req.valid('param').id, changes })))
    })
    .delete(`${root}/:id`, operator, id, async (c) => {
      await administration.remove(c.req.valid('param').id)
      return c.body(null, 204)
    })
    .get(`${root}/:id/days`, operator, id, async (c) =>
      c.json(toAdminDays(await administration.days(c.req.valid('param').id))),
    )
}

/** Counts a client that sends a token, before the token is checked. */
export async function countAttempt(
  c: Context<Env>,
  { clientKey, adminLimit }: Pick<Services, 'clientKey' | 'adminLimit'>,
) {
  const remote = c.env?.incoming?.socket.remoteAddress
  const client = clientKey({ remote, forwardedFor: c.req.header('x-forwarded-for') })
  const retryAfterSeconds = await adminLimit.take({ key: client })
  if (retryAfterSeconds !== null) throw new RateLimitedError({ retryAfterSeconds })
}

function bearer(services: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (services.adminAccess === null) throw new NotFoundError()
    await countAttempt(c, services)
    const [, token] = /^Bearer ([\x21-\x7e]{1,256})$/i.exec(c.req.header('authorization') ?? '') ?? []
    if (token === undefined || !services.adminAccess.isToken(token)) throw new InvalidTokenError()
    await next()
  }
}
