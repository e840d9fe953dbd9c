import { contextOf } from '@foyer/core/internal'
import { expect, test } from 'vitest'
import { createShownSnackbar } from './shownSnackbar.js'
import { modalKit } from './test/modalKit.js'

const copied = { variant: 'success', message: 'account.copied' } as const
const failed = { variant: 'error', message: 'account.copyFailed' } as const

function shown() {
  const { foyer, clock } = modalKit()
  const snackbar = createShownSnackbar(foyer)
  const stop = snackbar.subscribe(() => {})
  const say = (next: typeof copied | typeof failed) => contextOf(foyer).update(() => ({ snackbar: next }))
  return { foyer, clock, snackbar, say, stop }
}

test('[S9.31] a snackbar that follows another shows after 150 ms', async () => {
  const { clock, snackbar, say } = shown()
  say(copied)
  expect(snackbar.get()).toBe(copied)
  say(failed)
  expect(snackbar.get()).toBeUndefined()
  await clock.advance(149)
  expect(snackbar.get()).toBeUndefined()
  await clock.advance(1)
  expect(snackbar.get()).toBe(failed)
})

test('a snackbar goes by itself after 2500 ms, but for one that says that something is under way', async () => {
  const { foyer, clock, snackbar, say } = shown()
  say(copied)
  await clock.advance(2_499)
  expect(snackbar.get()).toBe(copied)
  await clock.advance(1)
  expect(snackbar.get()).toBeUndefined()
  expect(foyer.store.getState().snackbar).toBeUndefined()
  contextOf(foyer).update(() => ({ snackbar: { variant: 'loading', message: 'shell.loading' } }))
  await clock.advance(60_000)
  expect(snackbar.get()).toMatchObject({ variant: 'loading' })
})

test('nothing waits once nobody watches', async () => {
  const { foyer, clock, snackbar, say, stop } = shown()
  say(copied)
  stop()
  await clock.advance(10_000)
  expect(foyer.store.getState().snackbar).toBe(copied)
  expect(snackbar.get()).toBeUndefined()
})
