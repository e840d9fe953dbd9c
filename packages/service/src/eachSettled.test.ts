import { expect, test } from 'vitest'
import { eachSettled } from './eachSettled.js'

test('one that fails doesn’t keep the others from being done, and its failure is the end’s', async () => {
  const done: number[] = []
  const failing =
    (...numbers: readonly number[]) =>
    async (number: number) => {
      if (numbers.includes(number)) throw new Error(`no ${number}`)
      done.push(number)
    }
  await eachSettled([1, 2], failing())
  await expect(eachSettled([3, 4, 5], failing(3))).rejects.toThrow('no 3')
  const several = await eachSettled([6, 7, 8], failing(6, 8)).catch((error: unknown) => error)
  expect(several).toMatchObject({ message: '2 of them failed.', cause: { message: 'no 6' } })
  expect(done).toEqual([1, 2, 4, 5, 7])
})
