import { expect, test } from 'vitest'
import { failure, type SessionKitOptions, sessionKit } from '../test/sessionKit.js'
import { withPages } from '../test/withPages.js'

const pages = withPages()
const url = 'https://farcaster.example/~/siwf?channelToken=23W59BKK'
const login = { method: 'social', provider: 'farcaster' } as const

function logIn(answer: () => unknown, options?: SessionKitOptions) {
  const kit = sessionKit(pages, options)
  kit.wallet.instead.set('GET_FARCASTER_URI', () => ({ url }))
  kit.wallet.instead.set('CONNECT_FARCASTER', answer)
  const steps: unknown[] = []
  const controller = new AbortController()
  const step = (each: unknown) => void steps.push(each)
  const live = kit.connector.connect(kit.request({ login, step, signal: controller.signal }))
  live.catch(() => undefined)
  return { ...kit, live, steps, controller }
}

test('[S1.3 S3.6 S7.39] shows the address, and has the account once the visitor has agreed', async () => {
  const { live, steps, kept, wallet } = logIn(() => {
    wallet.isLoggedIn = true
    return { userName: 'ada' }
  })
  const { profile } = await live
  expect(profile).toMatchObject({ provider: 'farcaster', userName: 'ada' })
  expect(steps).toEqual([
    { type: 'scan', url },
    { type: 'scan', url, isAnswered: true },
  ])
  expect([kept.get('embedded/connected_social'), kept.get('embedded/social_username')]).toEqual(['farcaster', 'ada'])
})

test('an account without a name has none', async () => {
  const { live, kept, wallet } = logIn(() => {
    wallet.isLoggedIn = true
    return { userName: '' }
  })
  expect((await live).profile).toMatchObject({ provider: 'farcaster', userName: undefined })
  expect(kept.has('embedded/social_username')).toBe(false)
})

test('[F18] leaving calls it off', async () => {
  const { live, steps, controller } = logIn(() => new Promise(() => {}))
  await expect.poll(() => steps).toHaveLength(1)
  controller.abort(new Error('left'))
  expect(await failure(live)).toMatchObject({ message: 'The request was aborted.' })
})

test('a wallet that says no is said so', async () => {
  const { live } = logIn(() => {
    throw new Error('The login is over. Begin again.')
  })
  expect(await failure(live)).toMatchObject({ code: 'frame_reply', message: 'The login is over. Begin again.' })
})
