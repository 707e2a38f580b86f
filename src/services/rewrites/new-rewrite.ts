import { aliasProblems, toEntity } from '../../domain/names/alias.js';
import { toBlocks } from '../../domain/text/copy.js';
import { badInput } from '../../errors.js';
import { checkText } from '../input/validate.js';

export interface RewriteInput {
  text: string;
  brand: string;
  audience?: string | null;
}

/** Validated input in stored form. */
export interface NewRewrite {
  text: string;
  brand: string;
  audience: string | null;
}

const TEXT_LENGTH = 4_000;
const NAME_LENGTH = 200;

/**
 * Only validates: callers count the call between validation and the work. `path` is the prefix of the
 * field names in a list.
 */
export function checkRewrite({ text, brand, audience }: RewriteInput, path = ''): NewRewrite {
  const checked: NewRewrite = {
    text: checkText(`${path}text`, text, TEXT_LENGTH),
    brand: checkText('brand', brand, NAME_LENGTH),
    audience: audience == null ? null : checkText(`${path}audience`, audience, TEXT_LENGTH),
  };
  const [problem] = aliasProblems(toEntity('brand', checked.brand));
  if (problem) throw badInput('brand', problem);
  if (toBlocks(checked.text).length === 0)
    throw badInput(`${path}text`, 'must contain text besides markup');
  return checked;
}
