// What every bundler for React's server components does: a module that begins with 'use client' isn't run there, only referred to.
import { register } from 'node:module'

const hooks = `
  export async function load(url, context, next) {
    const loaded = await next(url, context)
    const code = String(loaded.source)
    if (loaded.format !== 'module' || !/^\\s*(['"])use client\\1/.test(code)) return loaded
    const names = [...code.matchAll(/export {([^}]*)}/g)].flatMap(([, list]) =>
      list.split(',').flatMap((each) => each.trim().split(/ as /).at(-1) || []),
    )
    const reference = (name) =>
      'export const ' + name + ' = { $$typeof: Symbol.for("react.client.reference"), $$id: ' + JSON.stringify(url + '#' + name) + ' }'
    return { ...loaded, source: names.map(reference).join('\\n') }
  }
`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
