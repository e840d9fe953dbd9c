import { readFile } from 'node:fs/promises'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { editorOf } from './editorOf.js'
import { root } from './processes.mjs'

/** Where all packages are that the readme's page has. */
const folder = `${root}apps/demo/src`

const page = '\nfunction Hello('

/** The readme's page, and what is to be written in the place of all above `function Hello`. */
async function pagesOf(): Promise<readonly string[]> {
  const readme = await readFile(`${root}README.md`, 'utf8')
  const [whole = '', ...heads] = [...readme.matchAll(/^```tsx\n([\s\S]*?)^```/gm)].map(([, code = '']) => code)
  const rest = whole.slice(whole.indexOf(page))
  return [whole, ...heads.map((head) => head + rest)]
}

test('each page of the readme compiles as it stands, under what the template of Vite asks of it', async () => {
  const pages = await pagesOf()
  expect(pages).toHaveLength(3)
  const files = new Map(pages.map((text, at) => [`${folder}/readme${at}.tsx`, text]))
  const editor = editorOf(files)
  const said = [...files.keys()].flatMap((file) => editor.getSemanticDiagnostics(file))
  expect(said.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([])
})
