import { ApiError } from '@foyer/service/errors/ApiError'

/** Why pictures can't be kept or read. */
export type PictureFault =
  /** no room */
  | 'full'
  /** not allowed, or not there: the operator has to do something */
  | 'refused'
  /** no answer, which may be otherwise in a moment */
  | 'away'
  /** this picture is being deleted by another server */
  | 'leaving'

const sentences: Readonly<Record<PictureFault, string>> = {
  full: 'The place of the pictures is full. Nothing of this picture was kept. Make room, or move it by PICTURES_DIR or PICTURES_URL.',
  refused:
    "The place of the pictures can't be used. Check that the folder of PICTURES_DIR can be written to by this server, or that the bucket of PICTURES_URL is there and its key may read, write, delete and list.",
  away: "The place of the pictures doesn't answer. Nothing is lost; try again in a moment.",
  leaving: 'This picture is just being deleted. Try again in ten minutes.',
}

/** Pictures can't be kept or read at the moment. Its message is for the operator and names no secret; a client is only asked to retry. */
export class PictureStoreError extends ApiError {
  override readonly name = 'PictureStoreError'
  declare readonly code: 'pictures_full' | 'pictures_refused' | 'pictures_away' | 'pictures_leaving'
  readonly fault: PictureFault
  constructor({ fault, cause }: { fault: PictureFault; cause?: unknown }) {
    super({
      code: `pictures_${fault}`,
      status: 503,
      reasons: [{ name: 'picture', description: "Pictures can't be had at the moment. Try again in 10 s." }],
      headers: { 'Retry-After': '10' },
      cause,
    })
    this.fault = fault
    this.message = sentences[fault]
  }
}
