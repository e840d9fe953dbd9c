// npm run gallery: draws every view, button and page in every window, theme and language into .foyer/gallery, with an index.html.
import { readdir, rm, writeFile } from 'node:fs/promises'
import { prepare } from './prepare.mjs'
import { root, run, tool } from './processes.mjs'

const folder = `${root}.foyer/gallery`
/** What was drawn, by `group/state/window theme language.jpg`. */
async function picturesIn(where) {
  const files = await readdir(where, { recursive: true })
  return files
    .filter((file) => file.endsWith('.jpg'))
    .sort()
    .map((file) => {
      const [group, state, name] = file.split('/')
      const [size, theme, language] = name.slice(0, -'.jpg'.length).split(' ')
      return { file, group, state, size, theme, language }
    })
}

function indexOf(all) {
  const each = (key) => [...new Set(all.map((picture) => picture[key]))]
  const filters = ['group', 'size', 'theme', 'language']
    .map(
      (key) =>
        `<fieldset><legend>${key}</legend>${each(key)
          .map((value) => box(key, value))
          .join('')}</fieldset>`,
    )
    .join('')
  const names = new Set(all.map(nameOf))
  const rows = [...names].map((name) => {
    const figures = all.filter((picture) => nameOf(picture) === name).map(figure)
    return `<section><h2>${escaped(name)}</h2><div>${figures.join('')}</div></section>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${css}</style>
<form><label>View <input type="search" name="view"></label>${filters}</form>${rows.join('')}
<script>${script}</script></html>`
}

const nameOf = ({ group, state }) => `${group}: ${state}`

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const box = (key, value) =>
  `<label><input type="checkbox" name="${key}" value="${escaped(value)}" checked>${escaped(value)}</label>`

function figure({ file, group, size, theme, language }) {
  const source = file.split('/').map(encodeURIComponent).join('/')
  const facts = Object.entries({ group, size, theme, language }).map(
    ([key, value]) => `data-${key}="${escaped(value)}"`,
  )
  return `<figure ${facts.join(' ')}><a href="${source}"><img loading="lazy" src="${source}" alt=""></a><figcaption>${size} ${theme} ${language}</figcaption></figure>`
}

const css = `
body { margin: 16px; font: 14px system-ui, sans-serif; background: #888; }
form { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 8px; padding: 8px; background: #eee; }
fieldset { display: flex; flex-wrap: wrap; gap: 8px; border: 0; padding: 0; }
legend { float: left; font-weight: 600; }
section > div { display: flex; flex-wrap: wrap; gap: 12px; align-items: start; }
section:not(:has(figure:not([hidden]))) { display: none; }
figure { margin: 0; }
img { height: 420px; width: auto; display: block; }`

// Which boxes are ticked, and what is searched for, decide what is shown.
const script = `
const form = document.forms[0]
form.oninput = () => {
  const word = form.view.value.toLowerCase()
  const ticked = (key) => new Set([...form.elements[key].length ? form.elements[key] : [form.elements[key]]].filter((box) => box.checked).map((box) => box.value))
  const wanted = Object.fromEntries(['group', 'size', 'theme', 'language'].map((key) => [key, ticked(key)]))
  for (const section of document.querySelectorAll('section')) {
    const isNamed = section.firstChild.textContent.toLowerCase().includes(word)
    for (const figure of section.querySelectorAll('figure'))
      figure.hidden = !isNamed || Object.entries(wanted).some(([key, values]) => !values.has(figure.dataset[key]))
  }
}
form.onsubmit = (event) => event.preventDefault()`

await prepare()
const { browser } = await import('./browser.mjs')
await rm(folder, { recursive: true, force: true })
// What stands after the command is Playwright's: `npm run gallery -- --grep pairing` draws a part.
const { code } = await run(
  tool('playwright'),
  ['test', '--config', 'e2e/gallery.config.ts', ...process.argv.slice(2)],
  { env: { FOYER_BROWSER: await browser() } },
)
const pictures = await picturesIn(folder)
await writeFile(`${folder}/index.html`, indexOf(pictures))
console.log(`${pictures.length} pictures: ${folder}/index.html`)
process.exitCode = code
