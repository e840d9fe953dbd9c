import type { error as english } from '../en/error.js'
import type { refusal } from '../en/refusal.js'
import type { Translated } from '../sentences.js'

export const error: Translated<typeof english & typeof refusal> = {
  'error.rejected': 'رفضت الطلب في المحفظة.',
  'error.requestPending': 'ما زال في المحفظة طلب مفتوح. افتحها وأجب عنه أولًا.',
  'error.walletNotFound': 'هذه المحفظة ليست في المتصفح. فعّلها وأعد تحميل الصفحة.',
  'error.walletLocked': 'لم تسمح المحفظة بذلك. افتح قفلها ثم حاول مجددًا.',
  'error.walletDisconnected': 'فقدت المحفظة اتصالها. اربطها من جديد.',
  'error.notSupported': 'لا تستطيع المحفظة فعل ذلك. جرّب محفظة أخرى.',
  'error.timedOut': 'لم يصل رد في الوقت المناسب. حاول مجددًا.',
  'error.wrongAnswer': 'أعطت المحفظة إجابة لا يمكن استخدامها. حاول مجددًا أو اختر محفظة أخرى.',
  'error.offline': 'أنت غير متصل بالإنترنت. حاول مجددًا عند عودة الاتصال.',
  'error.networkUnavailable': 'الشبكة لا تجيب الآن. حاول مجددًا بعد قليل.',
  'error.serverUnavailable': 'الخادم لا يجيب الآن. حاول مجددًا بعد قليل.',
  'error.busy': 'هناك طلبات كثيرة جدًا الآن. انتظر قليلًا ثم حاول مجددًا.',
  'error.unsupportedNetwork': 'لا يدعم هذا التطبيق تلك الشبكة. اختر شبكة أخرى.',
  'error.chainNotSupported': 'السلسلة غير مدعومة',
  'error.storage': 'لا يسمح المتصفح لهذه الصفحة بحفظ البيانات. ستحتاج إلى الربط من جديد في المرة القادمة.',
  'error.transactionFailed': 'رفضت الشبكة المعاملة. تحقّق من المبلغ والرسوم ثم حاول مجددًا.',
  'error.misconfigured': 'إعداد هذا التطبيق غير مكتمل. أخبر صانعيه.',
  'error.notLoaded': 'تعذّر تحميل هذا الجزء. حاول مجددًا.',
  'error.unknown': 'لم ينجح ذلك. حاول مجددًا.',
}
