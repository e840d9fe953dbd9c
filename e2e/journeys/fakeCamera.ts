import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { launchOptions } from '../launchOptions.js'

/** The film that Chromium's fake camera shows: it is opened when the camera is. */
const film = join(tmpdir(), `foyer-camera-${process.pid}.y4m`)

/** A browser with a camera that needs no allowing. */
export const withCamera: typeof launchOptions = {
  ...launchOptions,
  args: [
    ...launchOptions.args,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ],
}

const size = { width: 640, height: 480 } as const

/** Holds what is on the screen in front of the camera. */
export async function holdUp({ page, shown }: { readonly page: Page; readonly shown: Locator }): Promise<void> {
  const picture = (await shown.screenshot()).toString('base64')
  const studio = await page.context().newPage()
  const light = await studio.evaluate(
    async ({ source, width, height }) => {
      const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(width, height).getContext('2d')
      if (!context) return []
      context.fillStyle = '#fff'
      context.fillRect(0, 0, width, height)
      const side = height * 0.8
      context.drawImage(bitmap, (width - side) / 2, (height - side) / 2, side, side)
      const { data } = context.getImageData(0, 0, width, height)
      return Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 0)
    },
    { source: picture, ...size },
  )
  await studio.close()
  const { width, height } = size
  const grey = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), Buffer.from(light), grey])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  await writeFile(film, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]))
}

/**
 * Gives pages the reader of codes that browsers have on phones, and Chromium hasn't everywhere: one that really reads the pictures it is given.
 *
 * @see https://wicg.github.io/shape-detection-api/#barcode-detection-api
 */
export async function giveReader(context: BrowserContext): Promise<void> {
  const library = await readFile(createRequire(import.meta.url).resolve('jsqr/dist/jsQR.js'), 'utf8')
  await context.addInitScript(library)
  await context.addInitScript(() => {
    class Reader {
      async detect(video: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> {
        const { videoWidth: width, videoHeight: height } = video
        const drawing = width > 0 ? new OffscreenCanvas(width, height).getContext('2d') : null
        if (!drawing) return []
        drawing.drawImage(video, 0, 0)
        const { data } = drawing.getImageData(0, 0, width, height)
        const read: unknown = Reflect.apply(Reflect.get(window, 'jsQR'), undefined, [data, width, height])
        return read instanceof Object && 'data' in read ? [{ rawValue: String(read.data) }] : []
      }
    }
    Reflect.set(window, 'BarcodeDetector', Reader)
  })
}
