import { ErrorBody } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getProjectCall, getProjectDaysCall, listProjectsCall } from '../admin/adminWire.js'
import { projects as table } from '../db/schema/index.js'
import { openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
import { refusalOf } from '../test/refusalOf.js'
import { admin } from './admin.js'
import { adminPageOperations } from './adminPages.js'

const adminToken = 'canary-token-of-the-operator-0123456789'
const bearer = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }

let database: Database
let api: TestApi
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await database.orm.delete(table)
  api = await openApi({ database, config: { adminToken } })
})

const concrete = (path: string) => path.replace(':id', 'demo')

test('without a token of the operator nothing of the administration is there', async () => {
  const without = await openApi({ database })
  for (const { path, method } of [...admin.map(({ operation }) => operation), ...adminPageOperations]) {
    const answer = await without.send(concrete(path), { method: method.toUpperCase(), headers: bearer })
    expect(answer.status, path).toBe(404)
  }
})

describe('the JSON API', () => {
  const call = (method: string, path: string, body?: unknown) =>
    api.send(`/admin/api/projects${path}`, {
      method,
      headers: bearer,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  test('takes the token and nothing else', async () => {
    for (const authorization of [
      '',
      'Bearer',
      `Basic ${adminToken}`,
      `Bearer ${adminToken}x`,
      `Bearer ${adminToken.slice(1)}`,
    ]) {
      for (const {
        operation: { path, method },
      } of admin) {
        api.time += 60_000
        const answer = await api.send(concrete(path), { method: method.toUpperCase(), headers: { authorization } })
        expect([answer.status, v.is(ErrorBody, await answer.json())], path).toEqual([401, true])
      }
    }
    expect(await api.services.projects.find('demo')).not.toBeNull()
  })

  test('is limited, so that guessing tokens is hopeless', async () => {
    const guess = () => api.get('/admin/api/projects', { authorization: 'Bearer wrong' })
    const statuses = await Promise.all(Array.from({ length: 31 }, async () => (await guess()).status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    const limited = await api.get('/admin/api/projects', bearer)
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1'])
  })

  test('creates, reads, changes and removes', async () => {
    const created = await call('POST', '', { id: 'new', name: 'New', allowedOrigins: ['https://new.example'] })
    expect([created.status, v.parse(getProjectCall.reply, await created.json())]).toMatchObject([
      201,
      { id: 'new', featuresOff: [] },
    ])
    expect((await call('POST', '', { id: 'new', name: 'New' })).status).toBe(409)
    const vouched = await call('PATCH', '/new', { vouch: ['HTTPS://NEW.example'] })
    expect(v.parse(getProjectCall.reply, await vouched.json())).toMatchObject({
      vouchedOrigins: ['https://new.example'],
    })
    const changes = {
      allow: ['https://*.new.example'],
      disallow: ['https://new.example'],
      unvouch: ['https://new.example'],
      featuresOff: ['swaps', 'swaps'],
    }
    const changed = v.parse(getProjectCall.reply, await (await call('PATCH', '/new', changes)).json())
    expect(changed).toMatchObject({
      ...{ allowedOrigins: ['https://*.new.example'], vouchedOrigins: [], featuresOff: ['swaps'], name: 'New' },
    })
    expect(await refusalOf(await call('PATCH', '/new', { vouch: ['https://new.example'] }))).toEqual([
      400,
      'vouchedOrigins',
    ])
    expect(v.parse(getProjectCall.reply, await (await call('GET', '/new')).json())).toEqual(changed)
    const { projects } = v.parse(listProjectsCall.reply, await (await call('GET', '')).json())
    expect(projects.map(({ id }) => id)).toEqual(['demo', 'new'])
    expect((await call('DELETE', '/new')).status).toBe(204)
    expect((await call('GET', '/new')).status).toBe(404)
  })

  test.each([
    ['id', { id: 'a b', name: 'A' }],
    ['name', { id: 'a' }],
    ['name', { id: 'a', name: 'a\u0000' }],
    ['allowedOrigins.1', { id: 'a', name: 'A', allowedOrigins: ['https://a.example', '*'] }],
    ['vouchedOrigins.0', { id: 'a', name: 'A', vouchedOrigins: ['https://*.a.example'] }],
    ['vouchedOrigins', { id: 'a', name: 'A', vouchedOrigins: ['https://a.example'] }],
    ['dailyRequests', { id: 'a', name: 'A', dailyRequests: 0 }],
    ['dailyRequests', { id: 'a', name: 'A', dailyRequests: 1.5 }],
    ['featuresOff.0', { id: 'a', name: 'A', featuresOff: ['flying'] }],
    ['url', { id: 'a', name: 'A', url: 'javascript:alert(1)' }],
    ['colour', { id: 'a', name: 'A', colour: 'red' }],
    ['body', 'none'],
  ])('names the field that is wrong: %s', async (name, project) => {
    const answer = await call('POST', '', project)
    expect(await refusalOf(answer)).toEqual([400, name])
  })

  test('counts the last 30 days', async () => {
    for (let index = 0; index < 3; index++) await api.get('/getAnalyticsConfig?projectId=demo')
    await api.services.usage.work.stop()
    const { days } = v.parse(getProjectDaysCall.reply, await (await call('GET', '/demo/days')).json())
    expect(days).toHaveLength(30)
    expect(days[0]).toEqual({ day: '2026-01-01', requests: 3, analytics: 0, errors: 0 })
    expect(days[29]).toEqual({ day: '2025-12-03', requests: 0, analytics: 0, errors: 0 })
    expect((await call('GET', '/nobody/days')).status).toBe(404)
  })

  test('is for no page of another origin', async () => {
    const answer = await api.get('/admin/api/projects', { ...bearer, origin: 'https://dapp.example' })
    expect(answer.headers.has('access-control-allow-origin')).toBe(false)
    const preflight = await api.send('/admin/api/projects', {
      method: 'OPTIONS',
      headers: { origin: 'https://dapp.example' },
    })
    expect(preflight.headers.has('access-control-allow-methods')).toBe(false)
  })
})

describe('the pages', () => {
  let cookie: string
  const form = (path: string, fields: Record<string, string | string[]>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
    )
    return api.send(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        cookie,
        ...headers,
      },
      body: body.toString(),
    })
  }
  const page = async (path: string) => {
    const answer = await api.get(path, { cookie })
    return { answer, text: await answer.text() }
  }
  const formToken = async () => /name="form" value="([^"]+)"/.exec((await page('/admin')).text)?.[1] ?? expect.fail()
  const all = ['swaps', 'onramp', 'pay', 'history', 'names', 'smartSessions', 'email', 'socials']
  beforeEach(async () => {
    cookie = ''
    const answer = await form('/admin/session', { token: adminToken })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin'])
    const [set = ''] = answer.headers.getSetCookie()
    expect(set).toMatch(/^__Host-foyer-admin=[^;]+; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    cookie = set.slice(0, set.indexOf(';'))
  })

  test('show nothing before the token was given, and not after the session is over', async () => {
    const paths = ['/admin/new', '/admin/projects/demo']
    api.time += 8 * 3_600_000
    for (const path of paths) expect((await api.get(path, { cookie })).headers.get('location')).toBe('/admin')
    for (const forged of ['', '__Host-foyer-admin=a.99999999999.b', `${cookie.slice(0, -2)}xx`, cookie]) {
      const answer = await api.get('/admin', { cookie: forged })
      expect(await answer.text()).toContain("Operator's token")
      expect(
        (await form('/admin/projects/demo/remove', { confirm: 'demo' }, { cookie: forged })).headers.get('location'),
      ).toBe('/admin')
    }
    expect(await api.services.projects.read('demo')).toBeDefined()
  })

  test('refuse a wrong token in a sentence, and limit guesses', async () => {
    const wrong = await form('/admin/session', { token: 'wrong' })
    expect([wrong.status, await wrong.text()]).toMatchObject([
      401,
      expect.stringContaining('This isn&#39;t the operator&#39;s token.'),
    ])
    expect(wrong.headers.getSetCookie()).toEqual([])
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await form('/admin/session', { token: 'x' })).status),
    )
    expect(statuses).toContain(429)
  })

  test('are paid as every other call, and the bytes of a form too', async () => {
    const poor = await openApi({ database, config: { adminToken }, burst: 3 })
    const statuses = [await poor.get('/admin'), await poor.get('/admin/new'), await poor.get('/admin')]
    expect(statuses.map(({ status }) => status)).toEqual([200, 303, 200])
    expect((await poor.get('/admin')).status).toBe(429)
    poor.time += 3_000
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    expect((await poor.post('/admin/session', `token=${'a'.repeat(2 * 16 * 1024)}`, form)).status).toBe(401)
    expect((await poor.get('/admin')).status).toBe(429)
  })

  test('take a form from their own session only', async () => {
    const token = await formToken()
    const other = await api.send('/admin/session', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: `token=${adminToken}`,
    })
    const otherCookie = other.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const tries: readonly [Record<string, string>, Record<string, string>][] = [
      [{ confirm: 'demo' }, {}],
      [{ confirm: 'demo', form: 'x' }, {}],
      [{ confirm: 'demo', form: token }, { cookie: otherCookie }],
      [{ confirm: 'demo', form: token }, { 'sec-fetch-site': 'cross-site' }],
      [{ confirm: 'demo', form: token }, { 'sec-fetch-site': 'same-site' }],
      [{ confirm: 'demo', form: token }, { 'content-type': 'text/plain' }],
    ]
    for (const [fields, headers] of tries) {
      expect((await form('/admin/projects/demo/remove', fields, headers)).status).toBe(403)
    }
    expect((await form('/admin/session', { token: adminToken }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await form('/admin/projects/demo/remove', { confirm: 'demo', form: token })).status).toBe(303)
    await expect(api.services.projects.read('demo')).rejects.toMatchObject({ code: 'unknown_project' })
  })

  test('create a project, and say beside its field what is wrong', async () => {
    const wrong = await form('/admin/projects', {
      form: await formToken(),
      id: 'a b',
      name: '<b>New</b>',
      allowedOrigins: 'https://new.example\n*.com\n',
      dailyRequests: 'many',
      features: all,
    })
    const html = await wrong.text()
    expect(wrong.status).toBe(400)
    for (const sentence of [
      'Must be letters, digits',
      'The 2nd origin must be an origin',
      'Must be a whole number from 1',
    ]) {
      expect(html).toContain(sentence)
    }
    expect(html).toContain('value="&lt;b&gt;New&lt;/b&gt;"')
    expect(html).not.toContain('<b>New')
    const fields = {
      id: 'new',
      name: 'New',
      allowedOrigins: ' https://new.example \r\n\r\nhttps://*.new.example',
      vouchedOrigins: ' https://NEW.example \r\n\r\nhttps://a.new.example',
      dailyRequests: '1,000',
      features: ['swaps', 'names'],
      development: 'on',
    }
    const created = await form('/admin/projects', { form: await formToken(), ...fields })
    expect([created.status, created.headers.get('location')]).toEqual([303, '/admin/projects/new?done=created'])
    expect(await api.services.projects.read('new')).toMatchObject({
      allowedOrigins: ['https://new.example', 'https://*.new.example'],
      vouchedOrigins: ['https://new.example', 'https://a.new.example'],
      dailyRequests: 1000,
      analyticsEnabled: false,
      development: true,
      featuresOff: ['onramp', 'pay', 'history', 'smartSessions', 'email', 'socials'],
    })
    const taken = await form('/admin/projects', { form: await formToken(), ...fields })
    expect([taken.status, await taken.text()]).toMatchObject([
      409,
      expect.stringContaining('There is a project with this id already.'),
    ])
  })

  test('[F11] vouch for pages that are written out and allowed, and say beside their field where they aren’t', async () => {
    const sent = { form: await formToken(), name: 'Demo', features: all, allowedOrigins: 'https://own.example' }
    const save = (vouchedOrigins: string, more = {}) =>
      form('/admin/projects/demo', { ...sent, vouchedOrigins, ...more })
    const wrong: readonly [string, string][] = [
      ['https://own.example\nhttps://*.own.example', 'The 2nd origin must be one origin such as'],
      ['http://own.example', 'The 1st origin must be one origin such as'],
      ['https://other.example', 'would vouch for https://other.example'],
    ]
    for (const [origins, sentence] of wrong) {
      const answer = await save(origins)
      const html = await answer.text()
      expect([answer.status, html]).toMatchObject([400, expect.stringContaining(sentence)])
      expect(html).toContain('aria-describedby="vouchedOrigins-hint vouchedOrigins-problem"')
      expect(await api.services.projects.read('demo')).toMatchObject({ vouchedOrigins: [] })
    }
    expect((await save('https://own.example')).status).toBe(303)
    expect(await api.services.projects.read('demo')).toMatchObject({ vouchedOrigins: ['https://own.example'] })
    expect((await page('/admin')).text).toContain('1 vouched')
    const left = await save('https://own.example', { allowedOrigins: '' })
    expect([left.status, await left.text()]).toMatchObject([400, expect.stringContaining('would vouch for')])
    expect((await save('', { allowedOrigins: '' })).status).toBe(303)
    expect(await api.services.projects.read('demo')).toMatchObject({ allowedOrigins: [], vouchedOrigins: [] })
  })

  test('change a project, and show what it used', async () => {
    await api.get('/getAnalyticsConfig?projectId=demo')
    await api.services.usage.work.stop()
    const sent = { form: await formToken(), name: 'Renamed', allowedOrigins: '', dailyRequests: '5', features: all }
    const saved = await form('/admin/projects/demo', sent)
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/admin/projects/demo?done=saved'])
    const { text } = await page('/admin/projects/demo?done=saved')
    for (const shown of ['Renamed', 'Saved.', '<meter', 'Requests of the last 30 days, 1 in all'])
      expect(text).toContain(shown)
    expect((await page('/admin')).text).toMatch(/of 5 today/)
    for (const done of ['constructor', '__proto__', '<b>']) {
      expect((await page(`/admin/projects/demo?done=${done}`)).text).not.toContain('role="status"')
    }
    const wrong = await form('/admin/projects/demo', { ...sent, name: '' })
    expect([wrong.status, await wrong.text()]).toMatchObject([400, expect.stringContaining('Must not be empty.')])
    expect((await page('/admin/projects/nobody')).answer.status).toBe(404)
    const kept = await form('/admin/projects/demo/remove', { form: sent.form, confirm: 'dem' })
    expect([kept.status, await kept.text()]).toMatchObject([400, expect.stringContaining('Nothing was removed')])
  })

  test('hold no script, nothing from elsewhere, and are shown in no frame', async () => {
    for (const path of ['/admin', '/admin/new', '/admin/projects/demo', '/admin/projects/nobody']) {
      const { answer, text } = await page(path)
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      )
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.has('access-control-allow-origin')).toBe(false)
      expect(text).not.toMatch(/<script|style="|javascript:| on\w+=/)
    }
  })

  test('end their session', async () => {
    const answer = await form('/admin/session/end', { form: await formToken() })
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-foyer-admin=; Max-Age=0; Path=\/; HttpOnly; Secure/)
  })

  test('[F28] the token is in no answer and in no log line', async () => {
    await form('/admin/session', { token: adminToken })
    await api.get('/admin/api/projects', bearer)
    expect(api.logged.join('')).not.toContain('canary')
    expect((await page('/admin')).text).not.toContain('canary')
  })
})
