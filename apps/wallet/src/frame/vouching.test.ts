import { expect, test } from 'vitest'
import { createVouching } from './vouching.js'

/** Questions that are answered in any order. */
function scripted() {
  const answers: ((isVouched: boolean) => void)[] = []
  const vouching = createVouching(() => new Promise((resolve) => answers.push(resolve)))
  return { vouching, answer: (index: number, isVouched: boolean) => answers[index]?.(isVouched) }
}

test('is unknown until the first answer, and then what the newest says', async () => {
  const { vouching, answer } = scripted()
  const heard: (boolean | undefined)[] = []
  vouching.is.subscribe(() => heard.push(vouching.is.get()))
  const first = vouching.ask()
  expect(vouching.is.get()).toBe(undefined)
  answer(0, true)
  expect(await first).toBe(true)
  const second = vouching.ask()
  expect(vouching.is.get()).toBe(true)
  answer(1, false)
  expect(await second).toBe(false)
  expect(heard).toEqual([true, false])
})

test('[F11] a page that was taken off the list isn’t on it by an answer from before', async () => {
  const { vouching, answer } = scripted()
  const [early, late] = [vouching.ask(), vouching.ask()]
  answer(1, false)
  expect(await late).toBe(false)
  answer(0, true)
  expect(await early).toBe(false)
  expect(vouching.is.get()).toBe(false)
})
