import { meantWord } from '@foyer/service/cli/meantWord'
import { expect, test, vi } from 'vitest'
import { commands } from './commands.js'
import { runCommand } from './runCommand.js'

/** One call of the program. */
async function call(...args: string[]) {
  const [print, complain] = [vi.fn<(text: string) => void>(), vi.fn<(text: string) => void>()]
  const exitCode = await runCommand({ commands, args, env: {}, print, complain })
  const textOf = (writes: typeof print) => writes.mock.calls.flat().join('')
  return { exitCode, printed: textOf(print), complained: textOf(complain) }
}

test.each(commands.map(({ name, summary }) => ({ name, summary })))(
  'the help of $name is of that command alone, and nothing of it is run',
  async ({ name, summary }) => {
    for (const args of [
      [name, '--help'],
      [name, 'anything', '-h'],
      ['help', name],
      ['--help', name],
    ]) {
      const { exitCode, printed, complained } = await call(...args)
      expect([exitCode, complained]).toEqual([0, ''])
      expect(printed).toContain(summary)
      expect(printed.match(/^ {2}foyer-server /gm)).toHaveLength(1)
    }
  },
)

test('the help of all is of all', async () => {
  expect((await call('help')).printed.match(/^ {2}foyer-server /gm)).toHaveLength(commands.length)
})

test('a command that there isn’t is named, with the one that was meant', async () => {
  expect(await call('projects', 'list')).toMatchObject({
    exitCode: 2,
    complained: expect.stringMatching(/^There is no command projects\. Did you mean project\?/),
  })
  expect((await call('help', 'fly')).complained).toMatch(/^There is no command fly\. Known are: serve, /)
})

test('a word that isn’t known is answered with the one that begins so, or with all', () => {
  const known = ['name', 'daily-requests', 'swaps']
  expect(meantWord('dailyRequest', known)).toBe('Did you mean daily-requests?')
  expect(meantWord('Swap', known)).toBe('Did you mean swaps?')
  expect(meantWord('na', known)).toBe('Known are: name, daily-requests, swaps.')
  expect(meantWord('colour', known)).toBe('Known are: name, daily-requests, swaps.')
})
