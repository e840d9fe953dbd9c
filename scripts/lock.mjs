import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './processes.mjs'

const folder = `${root}.foyer`
const file = `${folder}/setup.lock`

/** Runs `work` while no other run of ours installs or builds in this folder. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
export async function alone(work) {
  await mkdir(folder, { recursive: true })
  let told = false
  while (!(await taken())) {
    if (!told) console.log('Another run is installing or building here; waiting for it.')
    told = true
    await sleep(250)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function taken() {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const holder = Number(await readFile(file, 'utf8').catch(() => '0'))
    if (holder > 0 && !isRunning(holder)) await rm(file, { force: true })
    return false
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
