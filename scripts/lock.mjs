import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './processes.mjs'

const folder = `${root}.foyer`
const file = `${folder}/setup.lock`
const beatMs = 2_000
/** A holder shows that it lives by touching the file; process ids alone are used again, above all in containers. */
const silentMs = 60_000

/** Runs `work` while no other run of ours installs or builds in this folder. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
export async function alone(work) {
  await mkdir(folder, { recursive: true })
  let told = false
  while (!(await taken())) {
    if (!told) console.log('Another run is installing or building here; waiting for it.')
    told = true
    await sleep(250)
  }
  const beat = setInterval(() => utimes(file, new Date(), new Date()).catch(() => clearInterval(beat)), beatMs)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    await rm(file, { force: true })
  }
}

async function taken() {
  // Written beside and linked, so that the lock is never there without its holder's id in it.
  const own = `${file}.${process.pid}`
  await writeFile(own, String(process.pid))
  try {
    await link(own, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    await removeIfAbandoned(own)
    return false
  } finally {
    await rm(own, { force: true })
  }
}

async function removeIfAbandoned(own) {
  const holder = await read()
  if (!holder || (isRunning(holder.pid) && holder.silentForMs < silentMs)) return
  // Two waiters may both have seen it abandoned. What is moved aside is looked at again: if it is a new holder's, it goes back.
  const aside = `${own}.aside`
  const moved = await rename(file, aside).then(
    () => true,
    (error) => (error.code === 'ENOENT' ? false : Promise.reject(error)),
  )
  if (!moved) return
  if (Number(await readFile(aside, 'utf8')) !== holder.pid) await link(aside, file).catch(ignoreExisting)
  await rm(aside, { force: true })
}

async function read() {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
    return { pid: Number(text), silentForMs: Date.now() - mtimeMs }
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function ignoreExisting(error) {
  if (error.code !== 'EEXIST') throw error
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
