import { ApiError } from '@foyer/service/errors/ApiError'
import { BodyTooLargeError, InvalidInputError, NotFoundError } from '@foyer/service/errors/refusals'
import { clientOf, payAsClient } from '@foyer/service/route/callers'
import type { Env } from '@foyer/service/route/env'
import type { Operation } from '@foyer/service/route/operation'
import { withHead } from '@foyer/service/route/send'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { csrf } from 'hono/csrf'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import * as v from 'valibot'
import type { AdminAccess } from '../admin/adminAccess.js'
import { navigation, newProjectPage, projectPage, projectsPage, refusalPage, signInPage } from '../admin/pages.js'
import { FormBody, fieldsOf, readFields, toProjectChanges, toProjectConfig } from '../admin/projectForm.js'
import { ForeignFormError } from '../admin/refusals.js'
import { type Html, pageHeaders, showPage } from '../page/page.js'
import { ProjectId } from '../projects/project.js'
import { ProjectExistsError, UnknownProjectError, VouchedNotAllowedError } from '../projects/refusals.js'
import type { Services } from '../services.js'
import { countAttempt } from './admission.js'

const limitBytes = 256 * 1024
/** The prefix binds it to this very host: no neighbour on the domain can set it. */
const cookieName = '__Host-foyer-admin'
const cookieRules = { path: '/', secure: true, httpOnly: true, sameSite: 'Strict' } as const

const Param = v.object({ id: ProjectId })
const own = { group: 'Administration', access: 'admin' } as const
const shared = { ...own, method: 'get', mediaTypes: ['text/html'] } as const
const sent = { ...own, method: 'post', status: 303, body: FormBody, readsBody: true, bodyType: 'form' } as const

export const adminPageOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'showProjects',
    path: '/admin',
    access: 'anyone',
    summary: 'The page of the projects; the sign-in without a session.',
  },
  {
    ...sent,
    id: 'signIn',
    path: '/admin/session',
    access: 'anyone',
    summary: "Takes the operator's token and opens a session.",
  },
  { ...sent, id: 'signOut', path: '/admin/session/end', summary: 'Ends the session of this browser.' },
  { ...shared, id: 'showNewProject', path: '/admin/new', summary: 'The page that makes a project.' },
  { ...sent, id: 'sendNewProject', path: '/admin/projects', summary: "Takes the new project's form." },
  { ...shared, id: 'showProject', path: '/admin/projects/:id', params: Param, summary: "A project's page." },
  {
    ...sent,
    id: 'sendProject',
    path: '/admin/projects/:id',
    params: Param,
    summary: "Takes a project's form.",
  },
  {
    ...sent,
    id: 'sendProjectRemoval',
    path: '/admin/projects/:id/remove',
    params: Param,
    summary: 'Takes the form that removes a project.',
  },
]

/** The administration's pages: plain forms, no script. Without ADMIN_TOKEN they are 404. */
export function adminPages(services: Services): Hono<Env> {
  const { administration, usage, now } = services
  const operator = session(services)
  // A browser says where a form comes from; a client that says nothing isn't served here, since the JSON API is for programs.
  const own = [
    csrf({ secFetchSite: ['same-origin', 'none'] }),
    bodyLimit({ maxSize: limitBytes, onError: tooLarge }),
  ] as const
  const form = [...own, operator, ownForm(services)] as const
  return new Hono<Env>()
    .use('/admin/*', withHead, pageHeaders, paid(services))
    .get('/admin', async (c) => {
      const access = accessOf(services)
      const cookie = getCookie(c, cookieName)
      if (!access.isSession(cookie)) return showPage(c, { title: 'Administration', body: signInPage({}) })
      const today = new Date(now()).toISOString().slice(0, 10)
      const [projects, requestsToday] = await Promise.all([administration.list(), usage.requestsOn(today)])
      return show(c, access, { title: 'Projects', body: projectsPage({ projects, requestsToday }) })
    })
    .post('/admin/session', ...own, async (c) => {
      const access = accessOf(services)
      await countAttempt(c, services)
      const { token } = await bodyOf(c)
      if (typeof token !== 'string' || !access.isToken(token.trim())) {
        const body = signInPage({ problem: "This isn't the operator's token." })
        return showPage(c, { title: 'Administration', body, status: 401 })
      }
      const { cookie, maxAgeSeconds } = access.openSession()
      setCookie(c, cookieName, cookie, { ...cookieRules, maxAge: maxAgeSeconds })
      return c.redirect('/admin', 303)
    })
    .post('/admin/session/end', ...form, (c) => {
      deleteCookie(c, cookieName, cookieRules)
      return c.redirect('/admin', 303)
    })
    .get('/admin/new', operator, (c) => {
      const access = accessOf(services)
      return show(c, access, { title: 'New project', body: newProjectPage({ formToken: formTokenOf(c, access) }) })
    })
    .post('/admin/projects', ...form, (c) => createProject(c, services))
    .get('/admin/projects/:id', operator, (c) => showProject(c, services, {}))
    .post('/admin/projects/:id', ...form, (c) => changeProject(c, services))
    .post('/admin/projects/:id/remove', ...form, (c) => removeProject(c, services))
    .onError((error, c) => showRefusal(error, c, services))
}

async function createProject(c: Context<Env>, services: Services) {
  const access = accessOf(services)
  const fields = readFields(await bodyOf(c))
  const formToken = formTokenOf(c, access)
  const again = (problems: Parameters<typeof newProjectPage>[0]['problems'], status: 400 | 409) =>
    show(c, access, { title: 'New project', body: newProjectPage({ fields, problems, formToken }), status })
  const read = toProjectConfig(fields)
  if ('problems' in read) return again(read.problems, 400)
  try {
    await services.administration.create(read.project)
  } catch (error) {
    if (error instanceof ProjectExistsError) return again({ id: error.message }, 409)
    throw error
  }
  return c.redirect(`/admin/projects/${read.project.id}?done=created`, 303)
}

const notices = new Map([
  ['created', 'The project is there.'],
  ['saved', 'Saved.'],
])

type Shown = Pick<Partial<Parameters<typeof projectPage>[0]>, 'fields' | 'problems' | 'removeProblem'>

async function showProject(c: Context<Env>, services: Services, shown: Shown) {
  const access = accessOf(services)
  const id = idOf(c)
  const [project, days] = await Promise.all([services.administration.read(id), services.administration.days(id)])
  const isRefused = shown.problems !== undefined || shown.removeProblem !== undefined
  const notice = isRefused ? undefined : notices.get(c.req.query('done') ?? '')
  const formToken = formTokenOf(c, access)
  const body = projectPage({ project, days, fields: fieldsOf(project), notice, formToken, ...shown })
  return show(c, access, { title: project.name, body, status: isRefused ? 400 : 200 })
}

async function changeProject(c: Context<Env>, services: Services) {
  const fields = readFields(await bodyOf(c))
  const read = toProjectChanges(fields)
  if ('problems' in read) return showProject(c, services, { fields, problems: read.problems })
  const id = idOf(c)
  try {
    await services.administration.change({ id, changes: read.changes })
  } catch (error) {
    if (!(error instanceof VouchedNotAllowedError)) throw error
    return showProject(c, services, { fields, problems: { vouchedOrigins: error.message } })
  }
  return c.redirect(`/admin/projects/${id}?done=saved`, 303)
}

async function removeProject(c: Context<Env>, services: Services) {
  const id = idOf(c)
  const { confirm } = await bodyOf(c)
  if (typeof confirm !== 'string' || confirm.trim() !== id) {
    return showProject(c, services, { removeProblem: 'Nothing was removed: this is not its id.' })
  }
  await services.administration.remove(id)
  return c.redirect('/admin', 303)
}

/** As every other call: a page that is drawn for a stranger costs, and so do the bytes of his form. @throws RateLimitedError */
function paid(services: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { visit } = c.env
    visit.route = routePath(c, -1)
    visit.client = clientOf(c, services)
    const bytes = c.req.method === 'POST' ? { limitBytes } : {}
    await payAsClient({ c, services, operation: { access: 'anyone' }, ...bytes })
    return next()
  }
}

/** @throws NotFoundError where the operator set no token */
function accessOf({ adminAccess }: Pick<Services, 'adminAccess'>): AdminAccess {
  if (adminAccess === null) throw new NotFoundError()
  return adminAccess
}

/** Redirects a request without a session to the sign-in. */
function session(services: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!accessOf(services).isSession(getCookie(c, cookieName))) return c.redirect('/admin', 303)
    return next()
  }
}

/** Only forms of this session's own pages. */
function ownForm(services: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { form } = await bodyOf(c)
    const cookie = getCookie(c, cookieName) ?? ''
    const candidate = typeof form === 'string' ? form : undefined
    if (!accessOf(services).isFormToken({ cookie, candidate })) throw new ForeignFormError()
    return next()
  }
}

const formTokenOf = (c: Context<Env>, access: AdminAccess): string => access.formToken(getCookie(c, cookieName) ?? '')

function idOf(c: Context<Env>): string {
  const id = c.req.param('id')
  if (!v.is(ProjectId, id)) throw new UnknownProjectError()
  return id
}

async function bodyOf(c: Context<Env>): Promise<FormBody> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  const body = type === 'application/x-www-form-urlencoded' ? await c.req.parseBody({ all: true }) : {}
  const parsed = v.safeParse(FormBody, body)
  if (parsed.success) return parsed.output
  throw new InvalidInputError({ name: 'form', description: "Isn't a form of this page." })
}

function tooLarge(): never {
  throw new BodyTooLargeError({ limitBytes })
}

function show(c: Context<Env>, access: AdminAccess, page: { title: string; body: Html; status?: 200 | 400 | 409 }) {
  return showPage(c, { ...page, navigation: navigation(formTokenOf(c, access)) })
}

function showRefusal(thrown: unknown, c: Context<Env>, { log }: Pick<Services, 'log'>) {
  const { requestId } = c.env.visit
  const error = thrown instanceof HTTPException ? new ForeignFormError() : thrown
  if (!(error instanceof ApiError) || error.status >= 500) log.error({ requestId, error }, 'could not show a page')
  if (!(error instanceof ApiError)) {
    const sentence = `The server failed. Its log has the request ${requestId}.`
    return showPage(c, { title: 'Failed', body: refusalPage({ title: 'That failed', sentence }), status: 500 })
  }
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
  const title = error.status === 404 ? 'Nothing is here' : 'That was refused'
  return showPage(c, { title, body: refusalPage({ title, sentence: error.message }), status: error.status })
}
