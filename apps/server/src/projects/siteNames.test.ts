import { expect, test } from 'vitest'
import type { Project } from './project.js'
import { cacheLifeMs } from './projects.js'
import { createSiteNames } from './siteNames.js'

const project: Project = {
  ...{ id: 'demo', name: 'Demo', url: null, iconUrl: null, vouchedOrigins: [], analyticsEnabled: false },
  allowedOrigins: [],
  development: false,
  dailyRequests: null,
  featuresOff: [],
  sponsorship: null,
  callable: [],
  createdAt: new Date(0),
}
const origin = 'https://wallet.example'

/** Names sites where projects allow these, and counts how often they are read. */
function naming(...projects: Partial<Project>[]) {
  const world = { time: 0, reads: 0 }
  const list = async () => {
    world.reads += 1
    return projects.map((each) => ({ ...project, ...each }))
  }
  return { world, projects, names: createSiteNames({ projects: { list }, origin, now: () => world.time }) }
}

test('a site is named by the operator’s words: a listed one by its host, one below a pattern by the pattern’s domain', async () => {
  const { names } = naming(
    { allowedOrigins: ['https://dapp.example', 'https://shop.example:8443', 'https://bücher.example'] },
    {
      allowedOrigins: [
        'https://*.dapp.example',
        '*.shop.example',
        'https://*.deep.dapp.example',
        'http://*.plain.example:81',
      ],
    },
  )
  for (const [site, name] of [
    ['https://dapp.example', 'dapp.example'],
    ['https://shop.example:8443', 'shop.example:8443'],
    ['https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['https://your-wallet-is-locked-call-1-800-555-1234.dapp.example', 'dapp.example'],
    ['https://call-me.shop.example', 'shop.example'],
    ['https://a.deep.dapp.example', 'deep.dapp.example'],
    ['http://a.plain.example:81', 'plain.example'],
    [origin, 'wallet.example'],
  ] as const)
    expect(await names.nameOf(site)).toBe(name)
})

test.each([
  'https://evil.example',
  'https://evildapp.example',
  'https://dapp.example.evil.example',
  'http://dapp.example',
  'https://dapp.example:8443',
  'https://wallet.example.evil.example',
  'http://localhost:5173',
  'http://your-wallet-is-locked.localhost:5173',
  'http://127.0.0.1:80',
])('%s, which no project allows, has no name', async (site) => {
  const { names } = naming({ allowedOrigins: ['https://dapp.example', 'https://*.dapp.example'] })
  expect(await names.nameOf(site)).toBeNull()
})

test('on the developer’s machine a project in development is named by that machine alone', async () => {
  const { names } = naming({ development: true })
  for (const [site, name] of [
    ['http://your-wallet-is-locked.localhost:5173', 'localhost'],
    ['http://localhost:5173', 'localhost'],
    ['http://127.0.0.1:5173', '127.0.0.1'],
    ['https://localhost.evil.example', null],
  ] as const)
    expect(await names.nameOf(site)).toBe(name)
})

test('what projects allow is read once in some seconds, and anew after that', async () => {
  const { names, world, projects } = naming({ allowedOrigins: ['https://dapp.example'] })
  for (let asked = 0; asked < 3; asked += 1) expect(await names.nameOf('https://evil.example')).toBeNull()
  projects.push({ allowedOrigins: ['https://late.example'] })
  world.time = cacheLifeMs - 1
  expect([await names.nameOf('https://late.example'), world.reads]).toEqual([null, 1])
  world.time = cacheLifeMs
  expect([await names.nameOf('https://late.example'), world.reads]).toEqual(['late.example', 2])
})

test('where projects can’t be read, nothing is named wrongly, and the next asks again', async () => {
  let isAway = true
  const list = async () =>
    isAway ? Promise.reject(new Error('away')) : [{ ...project, allowedOrigins: ['https://dapp.example'] }]
  const names = createSiteNames({ projects: { list }, origin, now: () => 0 })
  await expect(names.nameOf('https://dapp.example')).rejects.toThrow('away')
  isAway = false
  expect(await names.nameOf('https://dapp.example')).toBe('dapp.example')
})
