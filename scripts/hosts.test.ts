import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type HostProject, hostProjects } from '../e2e/hostList.js'
import { root } from './imports.js'
import { manifestOf } from './workspace.mjs'

const row = async (host: HostProject): Promise<string> => {
  const { dependencies } = await manifestOf(`e2e/hosts/${host.name}`)
  const { dependencies: others } = await manifestOf(`e2e/hosts/${host.react ?? host.name}`)
  return [
    `[${host.bundler}](../e2e/hosts/${host.name})`,
    dependencies[host.bundler],
    host.bringsReact ? 'its own' : others.react,
    host.rare ? 'full runs' : 'every run',
  ].join(' | ')
}

test('the page on bundlers names what is built, by the versions that it is built with', async () => {
  const next = (await manifestOf('examples/next-app-router')).dependencies
  const rows = [
    ...(await Promise.all(hostProjects.map(row))),
    ['[next](../examples/next-app-router)', next.next, next.react, 'full runs'].join(' | '),
  ]
  const page = await readFile(`${root}docs/bundlers.md`, 'utf8')
  const [, table = ''] = /<!-- hosts -->([\s\S]*)<!-- \/hosts -->/.exec(page) ?? []
  const written = table
    .split('\n')
    .filter((line) => line.startsWith('| ['))
    .map((line) =>
      line
        .slice(2, -2)
        .split('|')
        .map((cell) => cell.trim())
        .join(' | '),
    )
  expect(written).toEqual(rows)
})
