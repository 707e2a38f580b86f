import { aliasProblems, toEntity } from '../../domain/names/alias.js';
import { toBlocks } from '../../domain/text/copy.js';
import { badInput } from '../../errors.js';
import { checkText } from '../input/validate.js';

export interface RewriteInput {
  text: string;
  brand: string;
  audience?: string | null;
}

/** Checked, and as it is stored. */
export interface NewRewrite {
  text: string;
  brand: string;
  audience: string | null;
}

const TEXT_LENGTH = 4_000;
const NAME_LENGTH = 200;

/**
 * Touches nothing: whoever counts calls does it between this and the work. `path` leads to the fields
 * where it is one of several.
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
    throw badInput(`${path}text`, 'must hold something to read beside its markup');
  return checked;
}
