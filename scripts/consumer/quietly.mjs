// Imports every entry named on the command line and says what that alone has changed.
const names = Reflect.ownKeys(globalThis)
// Read once before, because some of Node's own globals come into being when they are first read.
for (const name of names) Reflect.get(globalThis, name)
const noticed = []
for (const name of ['fetch', 'setTimeout', 'setInterval', 'queueMicrotask', 'dispatchEvent', 'addEventListener']) {
  const real = globalThis[name]
  globalThis[name] = (...parameters) => {
    noticed.push(`${name} was called`)
    return real?.(...parameters)
  }
}
const before = new Map(Reflect.ownKeys(globalThis).map((name) => [name, globalThis[name]]))
const open = process.getActiveResourcesInfo().length
const listened = process.eventNames().length

const empty = []
for (const entry of process.argv.slice(2)) if (Object.keys(await import(entry)).length === 0) empty.push(entry)

for (const [name, value] of before) if (!Object.is(globalThis[name], value)) noticed.push(`${String(name)} was changed`)
for (const name of Reflect.ownKeys(globalThis)) if (!before.has(name)) noticed.push(`${String(name)} was added`)
if (process.getActiveResourcesInfo().length > open) noticed.push(`left open: ${process.getActiveResourcesInfo()}`)
if (process.eventNames().length > listened) noticed.push('listens to the process')
process.stdout.write(JSON.stringify({ noticed, empty }))
